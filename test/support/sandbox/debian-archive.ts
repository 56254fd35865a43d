import { execFileSync } from 'node:child_process'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes a shell script that can be run. */
export const writeScript = async (path: string, lines: readonly string[]): Promise<void> => {
  await writeFile(path, ['#!/bin/sh', ...lines, ''].join('\n'))
  await chmod(path, 0o755)
}

/** What an archive of Debian's consists of in a test: one package, with one program that is a script. */
export interface DebianArchive {
  /** A folder of the test's own, which the package is built in. */
  folder: string
  /** Becomes the whole search path: it gets the real dpkg-deb, and an apt-get that knows this package only. */
  bin: string
  dpkgDeb: string
  packageName: string
  script: readonly string[]
}

/** Serves an archive whose package has its script in `/usr/bin`, under the package's name. */
export const serveArchive = async (archive: DebianArchive): Promise<void> => {
  const { folder, bin, dpkgDeb, packageName, script } = archive
  const [tree, file] = [join(folder, 'tree'), join(folder, `${packageName}_7_all.deb`)]
  await mkdir(join(tree, 'DEBIAN'), { recursive: true })
  await mkdir(join(tree, 'usr/bin'), { recursive: true })
  const control = [
    `Package: ${packageName}`,
    'Version: 7',
    'Architecture: all',
    'Maintainer: t',
    'Description: t',
  ]
  await writeFile(join(tree, 'DEBIAN/control'), `${control.join('\n')}\n`)
  await writeScript(join(tree, 'usr/bin', packageName), script)
  execFileSync(dpkgDeb, ['--build', tree, file])
  await symlink(dpkgDeb, join(bin, 'dpkg-deb'))
  await writeScript(join(bin, 'apt-get'), [
    `case "$*" in`,
    `*'install ${packageName}') echo "'http://archive/r.deb' ${packageName}_7_all.deb 1 MD5Sum:0" ;;`,
    `*'download ${packageName}') cp ${file} . ;;`,
    `*' update') ;;`,
    `*' install installed') ;;`,
    `*) echo "E: Not asked for: $*" >&2; exit 100 ;;`,
    'esac',
  ])
}
