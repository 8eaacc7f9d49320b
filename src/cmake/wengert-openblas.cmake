# Finds OpenBLAS and makes the target wengert::openblas. Read by the build, and by the installed package on the
# machine of whoever uses it. Debian keeps one folder for each flavour of threads.
find_path(WENGERT_CBLAS_INCLUDE_DIR cblas.h
          PATH_SUFFIXES openblas openblas-pthread openblas-openmp openblas-serial)
find_library(WENGERT_OPENBLAS_LIBRARY openblas PATH_SUFFIXES openblas-pthread openblas-openmp openblas-serial)
if(NOT WENGERT_CBLAS_INCLUDE_DIR OR NOT WENGERT_OPENBLAS_LIBRARY)
  message(FATAL_ERROR "wengert needs OpenBLAS with its cblas.h (Debian: libopenblas-dev); "
                      "if it is in a folder of its own, add that folder to CMAKE_PREFIX_PATH")
endif()
mark_as_advanced(WENGERT_CBLAS_INCLUDE_DIR WENGERT_OPENBLAS_LIBRARY)
if(NOT TARGET wengert::openblas)
  add_library(wengert::openblas UNKNOWN IMPORTED)
  set_target_properties(
    wengert::openblas PROPERTIES IMPORTED_LOCATION "${WENGERT_OPENBLAS_LIBRARY}"
                                 INTERFACE_INCLUDE_DIRECTORIES "${WENGERT_CBLAS_INCLUDE_DIR}")
endif()
