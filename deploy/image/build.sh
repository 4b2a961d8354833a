#!/bin/sh
# First stage of the image: the sources → the package. `deploy/image/build.sh <folder for the package>`
set -eu
cd "$(dirname "$0")/../.."
npm ci --no-audit --no-fund
npm run pack -- "$1"
