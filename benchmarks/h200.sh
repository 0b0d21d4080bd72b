#!/bin/sh
# All checks and measurements of batches on a GPU: h200.sh FOLDER. Results come to the folder, a file for each game.
# Spice Road is measured alone; the other games compile side by side, and take turns to measure.
set -u
out=${1:?a folder for the results}
here=$(dirname "$0")
mkdir -p "$out"
PYTHONPATH="$here/../src${PYTHONPATH:+:$PYTHONPATH}"
export PYTHONPATH
python "$here/environments.py" --gpu --game spice-road --out "$out/spice-road.json" >"$out/spice-road.log" 2>&1
tail -n 60 "$out/spice-road.log"
for game in eastern-wonders a-new-world sand-to-sea east-to-west-1 east-to-west-2 east-to-west-3; do
    python "$here/environments.py" --gpu --game $game --compared 1000 --steps 300 --runs 2 --most-seconds 0 \
        --lock "$out/lock" --out "$out/$game.json" >"$out/$game.log" 2>&1 &
done
wait
rm -f "$out/lock"
grep -h -E "wrong:|steps/s|Error" "$out"/*.log
