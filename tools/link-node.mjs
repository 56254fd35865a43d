// Plain JavaScript, because it runs on whatever Node npm runs on.
//
// The packages of tools/node-runtime, one for each platform, all bring a program called "node". npm 10
// removes the link node_modules/.bin/node together with the packages for other platforms; this puts it back. npm runs
// it after an install, unless that was with --ignore-scripts.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const link = new URL('node_modules/.bin/node', root)
const { optionalDependencies } = JSON.parse(
  readFileSync(new URL('tools/node-runtime/package.json', root), 'utf8'),
)
const installed = Object.keys(optionalDependencies).find((name) =>
  existsSync(new URL(`node_modules/${name}/bin/node`, root)),
)

if (installed && !existsSync(link)) {
  mkdirSync(new URL('.', link), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(`../${installed}/bin/node`, link)
}

// Without development dependencies there is no such package, and an older Node can't even read the program.
if (!installed && !process.features.typescript)
  process.stderr.write(
    `\nTunesmith needs Node 24, or 22 from 22.20; this is ${process.version}. Install it from https://nodejs.org, or use npm ci without --omit=dev, which brings it along.\n\n`,
  )
