const colours = ['#5865f2', '#1f7a4d', '#a8460f', '#9b2c6e', '#2b6cb0', '#7a4fbf'] as const

const colourOf = (name: string): string =>
  colours[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % colours.length] ??
  colours[0]

/** Stands for somebody's picture: a note for the bot, an initial for a person. */
export const Avatar = ({ name, isBot }: { name: string; isBot: boolean }) => (
  <svg class="avatar" viewBox="0 0 40 40" aria-hidden="true">
    <rect
      x="0.5"
      y="0.5"
      width="39"
      height="39"
      rx="19.5"
      fill={isBot ? '#15181f' : colourOf(name)}
      stroke="var(--edge)"
    />
    {isBot ? (
      <path
        d="M16 27.5V13l12-2.5V25M16 27.5a3.2 3.2 0 1 1-6.4 0 3.2 3.2 0 0 1 6.4 0ZM28 25a3.2 3.2 0 1 1-6.4 0A3.2 3.2 0 0 1 28 25Z"
        fill="none"
        stroke="#ffc857"
        stroke-width="2.4"
        stroke-linejoin="round"
      />
    ) : (
      <text x="20" y="26" text-anchor="middle" fill="#ffffff">
        {name.slice(0, 1)}
      </text>
    )}
  </svg>
)
