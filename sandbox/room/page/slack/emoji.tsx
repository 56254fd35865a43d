/** Of the emoji that Slack knows by name, those that Tunesmith uses. */
const known: Readonly<Record<string, string>> = {
  hourglass_flowing_sand: '⏳',
  warning: '⚠️',
  white_check_mark: '✅',
}

/** An emoji by Slack's name for it, or its name between colons, as Slack shows what it does not know. */
export const Emoji = ({ name }: { name: string }) => {
  const sign = known[name]
  return sign === undefined ? (
    <>:{name}:</>
  ) : (
    <span role="img" aria-label={name.replaceAll('_', ' ')}>
      {sign}
    </span>
  )
}
