#!/bin/sh
# Installs Century with everything a server needs, and compiles the games.
#
#   deploy/install.sh FOLDER CACHE [GAME ...]
#
# FOLDER becomes a virtual environment, CACHE the folder of compiled code (CENTURY_CACHE). Without a GAME, all games are
# compiled, which takes some minutes. Compiled code is for the kind of processor that it was compiled on.
set -eu

folder=$1
cache=$2
shift 2
source=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)

python3 -m venv --without-pip "$folder"
python3 -m pip --python "$folder/bin/python" install --no-cache-dir --disable-pip-version-check \
    --constraint "$source/constraints.txt" "$source[web,postgres]"
CENTURY_CACHE=$cache "$folder/bin/century" warm "$@"
