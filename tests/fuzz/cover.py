# cover.py - measures what the corpora of the fuzz targets reach in each room of src
#
#     python3 tests/fuzz/cover.py BUILD
#
# The programs BUILD/cover/fuzz_NAME, which clang built with -fprofile-instr-generate and
# -fcoverage-mapping, run all inputs of tests/fuzz/corpus/NAME.txt and of BUILD/fuzz/NAME, and the
# seeds that seeds.py makes. Prints a table in Markdown, with the lines and branches of each room.
# Leaves out the rooms in which no target reaches a function.

import collections
import concurrent.futures
import glob
import json
import os
import subprocess
import sys

import inputs


def run(build, program):
    """Runs all inputs of a program, and returns its profile."""
    name = os.path.basename(program)[len('fuzz_'):]
    profile = f'{program}.profraw'
    all_folders = (f'{build}/fuzz/{folder}{name}' for folder in ('corpus/', 'seeds/', ''))
    folders = [folder for folder in all_folders if os.path.isdir(folder)]
    environment = dict(os.environ, LLVM_PROFILE_FILE=profile)
    subprocess.run([program, '-runs=0', '-max_len=9000', '-timeout=60', *folders], env=environment, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return profile


def main(build):
    programs = sorted(p for p in glob.glob(f'{build}/cover/fuzz_*') if '.' not in os.path.basename(p))
    inputs.unpack(f'{build}/fuzz/corpus')
    subprocess.run([sys.executable, '-B', 'tests/fuzz/seeds.py', f'{build}/fuzz/seeds'], check=True)
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get('JOBS') or os.cpu_count() or 1)) as pool:
        profiles = list(pool.map(lambda program: run(build, program), programs))
    all_profiles = f'{build}/cover/all.profdata'
    subprocess.run(['llvm-profdata', 'merge', '-o', all_profiles, *profiles], check=True)
    objects = [word for program in programs[1:] for word in ('-object', program)]
    report = subprocess.run(['llvm-cov', 'export', '-summary-only', f'-instr-profile={all_profiles}', programs[0], *objects],
                            check=True, stdout=subprocess.PIPE)
    rooms = collections.defaultdict(collections.Counter)
    for file in json.loads(report.stdout)['data'][0]['files']:
        path = os.path.relpath(file['filename'])
        if path.startswith('src/'):
            for kind in ('lines', 'branches'):
                for what in ('count', 'covered'):
                    rooms[path.split('/')[2 if path.startswith('src/lib/') else 1]][kind, what] += file['summary'][kind][what]
    print('| room | lines | reached | branches | reached |')
    print('|---|---:|---:|---:|---:|')
    for room, sums in sorted(rooms.items()):
        if sums['lines', 'covered']:
            cells = (f'{sums[kind, "count"]:,} | {100 * sums[kind, "covered"] / max(sums[kind, "count"], 1):.0f} %'
                     for kind in ('lines', 'branches'))
            print(f'| {room} | {" | ".join(cells)} |')


main(*sys.argv[1:])
