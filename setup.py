"""The extension list only; everything else is in pyproject.toml."""
import os
import platform
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

MODULES = sorted(path.stem for path in Path("ext/tricorn").glob("*.pyx"))
CHECKED = os.environ.get("TRICORN_CHECKED") == "1"
LIMITED = not sysconfig.get_config_var("Py_GIL_DISABLED")  # no stable ABI on free-threaded builds

only = os.environ.get("TRICORN_ONLY")  # the developer loop: build these modules and no others
if only:
    MODULES = [name for name in MODULES if name in only.split(",")]

macros = [("Py_LIMITED_API", "0x030B0000")] if LIMITED else []
macros += [("TRICORN_CHECKED", "1")] if CHECKED else []
flags = ["-O1", "-g"] if CHECKED else ["-O3"]
if platform.machine() in ("x86_64", "AMD64") and os.name == "posix":
    flags.append("-mpopcnt")  # without it __builtin_popcountll is a library call

extensions = [
    Extension(
        f"tricorn.{name}",
        [f"ext/tricorn/{name}.pyx"],
        define_macros=macros,
        py_limited_api=LIMITED,
        extra_compile_args=flags,
        include_dirs=["ext"],
        depends=[str(path) for path in Path("ext").rglob("*.pxd")] + [str(path) for path in Path("ext").rglob("*.h")],
    )
    for name in MODULES
]
setup(
    ext_modules=cythonize(
        extensions,
        include_path=["ext"],
        build_dir="build/cython-checked" if CHECKED else "build/cython",
        compiler_directives={"language_level": "3"},
    ),
    options={
        "build_ext": {"parallel": os.cpu_count() or 1},
        **({"bdist_wheel": {"py_limited_api": "cp311"}} if LIMITED else {}),
    },
)
