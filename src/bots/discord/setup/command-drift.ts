/**
 * Fields that we write and Discord returns. Discord adds fields of its own, leaves out false and empty ones,
 * and does not document whether it returns `file_types`.
 * https://docs.discord.com/developers/interactions/application-commands#application-command-object
 */
const comparedFields: ReadonlySet<string> = new Set([
  'type',
  'name',
  'name_localizations',
  'description',
  'description_localizations',
  'options',
  'required',
  'choices',
  'value',
  'autocomplete',
  'channel_types',
  'min_value',
  'max_value',
  'max_length',
  'contexts',
  'integration_types',
  'default_member_permissions',
])

/** Their keys are languages, not field names. */
const isLanguages = (name: string): boolean => name.endsWith('_localizations')

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** A value for comparison: without fields that one side leaves out, in a stable order. */
const comparable = (value: unknown, isEveryName = false): unknown => {
  if (Array.isArray(value)) {
    const all = value.map((entry: unknown) => comparable(entry))
    return all.every((entry) => typeof entry === 'number') ? all.toSorted((a, b) => a - b) : all
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .filter(([name, field]) => (isEveryName || comparedFields.has(name)) && !isNothing(field))
    .map(([name, field]) => [name, comparable(field, isLanguages(name))] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
}

interface Named {
  name: string
  type?: number
}

const isNamed = (value: unknown): value is Named =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'

/** A slash command and an entry of a message's menu may share a name. */
const keyOf = ({ name, type = 1 }: Named): string => (type === 1 ? `/${name}` : `"${name}"`)

const byKey = (commands: readonly unknown[]): ReadonlyMap<string, unknown> =>
  new Map(commands.filter(isNamed).map((command) => [keyOf(command), command]))

const shownMax = 10

const listText = (names: readonly string[]): string =>
  names.length <= shownMax
    ? names.join(', ')
    : `${names.slice(0, shownMax).join(', ')} and ${names.length - shownMax} more`

/** How the commands that Discord offers differ from ours, for the operator; undefined if they do not. */
export const commandDrift = (ours: readonly unknown[], published: readonly unknown[]): string | undefined => {
  const [wanted, offered] = [byKey(ours), byKey(published)]
  const isSame = (key: string): boolean =>
    JSON.stringify(comparable(wanted.get(key))) === JSON.stringify(comparable(offered.get(key)))
  const keys = [...wanted.keys()]
  const differences = [
    { names: keys.filter((key) => !offered.has(key)), text: 'it lacks' },
    { names: [...offered.keys()].filter((key) => !wanted.has(key)), text: 'this version does not have' },
    { names: keys.filter((key) => offered.has(key) && !isSame(key)), text: 'it has another version of' },
  ].filter(({ names }) => names.length > 0)
  if (differences.length === 0) return undefined
  const texts = differences.map(({ names, text }) => `${text} ${listText(names)}`)
  return `Discord offers other commands than this version: ${texts.join('; ')}. Run npm run publish-commands.`
}
