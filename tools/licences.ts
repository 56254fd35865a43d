import { z } from 'zod'

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      license: z.string().optional(),
      dev: z.boolean().default(false),
      link: z.boolean().default(false),
      hasInstallScript: z.boolean().default(false),
    }),
  ),
})

/** https://docs.npmjs.com/cli/configuring-npm/package-json#license; older packages have an object, or a list. */
const manifestSchema = z.object({
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
  licenses: z.array(z.object({ type: z.string() })).default([]),
  scripts: z.record(z.string(), z.string()).default({}),
})

/**
 * May be used in whatever is built with them, by their SPDX names (https://spdx.org/licenses/): permissive ones, the
 * MPL for files that nobody here changes, and the OFL for fonts.
 */
const allowed: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
]

/** What some packages write instead of an SPDX name. */
const spellings: Readonly<Record<string, string>> = { 'Apache License': 'Apache-2.0', GPLv2: 'GPL-2.0' }

/** Licences that reach further, each for development alone and explained on a page. */
export interface Exception {
  licence: string
  page: string
}

/** The exceptions, by package. */
export const exceptions: Readonly<Record<string, Exception>> = {
  '@audio/decode-aac': { licence: 'GPL-2.0', page: 'studio/README.md' },
  '@echogarden/espeak-ng-emscripten': { licence: 'GPL-3.0', page: 'studio/README.md' },
  '@libav.js/variant-default': { licence: 'LGPL-2.1', page: 'docs/architecture.md' },
  'codec-parser': { licence: 'LGPL-3.0-or-later', page: 'studio/README.md' },
  'rubberband-wasm': { licence: 'GPL-2.0', page: 'studio/README.md' },
}

/** Whether a choice of licences (https://spdx.github.io/spdx-spec/v3.0.1/annexes/spdx-license-expressions/) has one that is allowed. */
const isAllowed = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => allowed.includes(licence)))

/** A package of the lock file, with what its own package.json says if it is installed. */
interface Package {
  path: string
  name: string
  licence: string | undefined
  /** Undefined if it isn't installed, such as a package for another platform. */
  installedLicence: string | undefined
  isDevelopment: boolean
  hasInstallScript: boolean
}

const installScripts: readonly string[] = ['preinstall', 'install', 'postinstall']

const spdx = (licence: string | undefined): string | undefined =>
  licence === undefined ? undefined : (spellings[licence] ?? licence)

const licenceIn = ({ license, licenses }: z.output<typeof manifestSchema>): string | undefined =>
  spdx(typeof license === 'object' ? license.type : (license ?? licenses[0]?.type))

/** All packages from a registry. `readManifest` gives the package.json in a folder, or undefined if there is none. */
export const packagesOf = (lock: unknown, readManifest: (folder: string) => unknown): readonly Package[] =>
  Object.entries(lockSchema.parse(lock).packages).flatMap(([path, entry]) => {
    const [, name] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? []
    if (name === undefined || entry.link) return []
    const found = readManifest(path)
    const manifest = found === undefined ? undefined : manifestSchema.parse(found)
    return {
      path,
      name,
      licence: spdx(entry.license),
      installedLicence: manifest && licenceIn(manifest),
      isDevelopment: entry.dev,
      hasInstallScript:
        entry.hasInstallScript || installScripts.some((script) => script in (manifest?.scripts ?? {})),
    }
  })

const exceptionProblems = (
  { path, name, licence, isDevelopment }: Package,
  { licence: expected, page }: Exception,
  textOf: (page: string) => string,
): readonly string[] => {
  if (licence !== expected) return [`${path} has the licence ${licence} instead of ${expected}`]
  if (!isDevelopment) return [`${path} (${licence}) is installed with the bot, not for development alone`]
  return textOf(page).includes(`\`${name}\``) ? [] : [`${page} does not explain ${name} (${licence})`]
}

/** What is wrong with the licences. `textOf` gives the text of a page that explains an exception. */
export const licenceProblems = (
  packages: readonly Package[],
  textOf: (page: string) => string,
): readonly string[] =>
  packages.flatMap((each) => {
    const { path, name, licence, installedLicence } = each
    if (installedLicence !== undefined && installedLicence !== licence)
      return [`${path} has the licence ${installedLicence}, but ${licence} in package-lock.json`]
    const exception = exceptions[name]
    if (exception !== undefined) return exceptionProblems(each, exception, textOf)
    if (licence === undefined) return [`${path} has no licence`]
    return isAllowed(licence) ? [] : [`${path} has the licence ${licence}, which is not allowed`]
  })

/** Packages with an install script that package.json doesn't name in `allowScripts`. */
export const scriptProblems = (packages: readonly Package[], known: readonly string[]): readonly string[] =>
  packages
    .filter(({ name, hasInstallScript }) => hasInstallScript && !known.includes(name))
    .map(({ path }) => `${path} has an install script, and allowScripts in package.json does not name it`)
