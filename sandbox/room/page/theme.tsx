import { useEffect, useState } from 'preact/hooks'

const themes = ['auto', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

const kept = (): Theme => themes.find((theme) => theme === localStorage.getItem('theme')) ?? 'auto'

/** As the system has it, or light or dark, whatever that says. */
export const ThemeSwitch = () => {
  const [theme, setTheme] = useState(kept)
  useEffect(() => {
    localStorage.setItem('theme', theme)
    document.documentElement.dataset.theme = theme
  }, [theme])
  return (
    <label class="theme">
      <span class="hidden">Colours</span>
      <select
        value={theme}
        onChange={({ currentTarget }) =>
          setTheme(themes.find((one) => one === currentTarget.value) ?? 'auto')
        }
      >
        <option value="auto">Auto</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  )
}
