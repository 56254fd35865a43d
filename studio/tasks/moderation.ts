const flaggedWords: Readonly<Record<string, string>> = {
  gore: 'The request describes violence in detail',
  nsfw: 'The request asks for adult content',
  'hate speech': 'The request asks for hateful content',
  'deepfake of': 'The request imitates a real person',
}

/** Why the service would not make this, or undefined when it would. */
export const flaggedReason = (texts: readonly string[]): string | undefined => {
  const all = texts.join('\n').toLowerCase()
  const word = Object.keys(flaggedWords).find((candidate) => all.includes(candidate))
  return word === undefined ? undefined : flaggedWords[word]
}
