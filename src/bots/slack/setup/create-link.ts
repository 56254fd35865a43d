/** Web servers refuse longer request lines by default, and Slack states no limit of its own. */
const lengthMax = 8_000

/** https://docs.slack.dev/app-manifests/configuring-apps-with-app-manifests */
const base = 'https://api.slack.com/apps?new_app=1&manifest_json='

/** Legal in a query as they are: https://www.rfc-editor.org/rfc/rfc3986#section-3.4 */
const legal = /%(?:3A|2C|2F|40)/g

const linkTo = (manifest: object): string =>
  base +
  encodeURIComponent(JSON.stringify(manifest)).replaceAll(legal, decodeURIComponent).replaceAll("'", '%27')

type Fields = Readonly<Record<string, unknown>>

const without = (fields: object, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))

/** A manifest, as far as texts can be left out of it. */
export interface ShortenableManifest {
  display_information: object
  features: { slash_commands: readonly object[] }
}

/** Without the hints of the last `count` commands, which Slack shows while they are typed. */
const withoutHints = (manifest: ShortenableManifest, count: number): object => {
  const { slash_commands: commands } = manifest.features
  const kept = commands.length - count
  const shorter = commands.map((command, index) => (index < kept ? command : without(command, 'usage_hint')))
  return { ...manifest, features: { ...manifest.features, slash_commands: shorter } }
}

/**
 * The link that creates the app from its manifest. Texts that only explain are left out as far as needed to keep it
 * short enough: the long description, then hints of commands, from the last one on. The app works without them.
 */
export const createAppLink = (manifest: ShortenableManifest): string => {
  const full = linkTo(manifest)
  if (full.length <= lengthMax) return full
  const shorter = {
    ...manifest,
    display_information: without(manifest.display_information, 'long_description'),
  }
  const count = manifest.features.slash_commands.length
  for (let left = 0; left < count; left += 1) {
    const link = linkTo(withoutHints(shorter, left))
    if (link.length <= lengthMax) return link
  }
  return linkTo(withoutHints(shorter, count))
}
