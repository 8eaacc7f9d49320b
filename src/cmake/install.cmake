# What `cmake --install` copies: the library, its headers, and what find_package and pkg-config read. No file
# holds an absolute path, so the installed folder can be moved.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/wengert)

install(TARGETS wengert wengert_torch_compat EXPORT wengert-targets)
install(DIRECTORY include/wengert TYPE INCLUDE)
install(EXPORT wengert-targets NAMESPACE wengert:: DESTINATION ${package_dir})

configure_package_config_file(src/cmake/wengert-config.cmake.in wengert-config.cmake
                              INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(wengert-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/wengert-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/wengert-config-version.cmake src/cmake/wengert-openblas.cmake
        DESTINATION ${package_dir})

# A static library leaves its own dependencies to the program that links it, and few ask for `--static`: they
# stand in Libs then, and in Libs.private otherwise.
set(pc_dependencies "-lfmt -lopenblas")
if(OpenMP_CXX_FOUND)
  string(APPEND pc_dependencies " ${OpenMP_CXX_FLAGS}")
endif()
set(pc_libs "")
if(NOT BUILD_SHARED_LIBS)
  set(pc_libs "${pc_dependencies}")
endif()
file(RELATIVE_PATH pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(src/cmake/wengert.pc.in wengert.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/wengert.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
