const names = [
  'REQUESTS_PER_MINUTE_PER_SERVER',
  'REQUESTS_PER_MINUTE_PER_MEMBER',
  'COMMANDS_PER_MINUTE_PER_SERVER',
  'COMMANDS_PER_MINUTE_PER_MEMBER',
] as const

const settingsWith = (value: string): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, value]))

/** A test does more in a minute than people do. */
export const quickPeople = settingsWith('0')

/** Replaces those with the default allowances; an empty setting is none. */
export const usualPeople = settingsWith('')
