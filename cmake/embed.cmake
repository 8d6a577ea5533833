# SPDX-License-Identifier: MIT
# The files of a folder as a C file with the list NAME:
# cmake -DFOLDER=scenarios -DPATTERN=*.yaml -DNAME=repro_scenarios -DOUTPUT=scenarios.c -P embed.cmake

file(GLOB files ${FOLDER}/${PATTERN})
list(SORT files)
set(texts "")
set(rows "")
set(count 0)
foreach(path ${files})
  get_filename_component(name ${path} NAME)
  file(READ ${path} hex HEX)
  string(LENGTH "${hex}" length)
  math(EXPR length "${length} / 2")
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  string(APPEND texts "static const unsigned char text_${count}[] = {${bytes}0};\n")
  string(APPEND rows "  {\"${name}\", text_${count}, ${length}},\n")
  math(EXPR count "${count} + 1")
endforeach()
file(WRITE ${OUTPUT} "/* Made from files by cmake/embed.cmake. */\n"
  "#include \"cli/reproduce/files.h\"\n\n${texts}\n"
  "const repro_file ${NAME}[] = {\n${rows}  {0, 0, 0}};\nconst int ${NAME}_count = ${count};\n")
