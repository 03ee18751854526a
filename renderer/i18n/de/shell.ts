import type { shell as english } from '../en/shell.ts'
import type { Texts } from '../texts.ts'

export const shell: Texts<typeof english> = {
  skip: 'Zum Inhalt springen',
  sideBar: 'Seitenleiste',
  main: 'Hauptnavigation',
  silence: 'Der Dienst von Earshot antwortet nicht. Was Sie sehen, ist vielleicht veraltet.',
  search: 'Suchen',
  searchAll: 'Suchen in allen Aufnahmen',
  colours: 'Farben',
  schemes: { light: 'Hell', dark: 'Dunkel', auto: 'Wie das System' },
  shortcuts: {
    title: 'Tastenkürzel',
    everywhere: 'Überall',
    search: 'Suchen und ausführen',
    record: 'Aufnehmen',
    help: 'Diese Liste',
    close: 'Dialog oder Menü schließen',
    move: 'Zu einem anderen Eintrag',
    choose: 'Öffnen oder ausführen',
    names: {
      Ctrl: 'Strg',
      Shift: 'Umschalt',
      Space: 'Leertaste',
      Enter: 'Eingabe',
      Home: 'Pos1',
      End: 'Ende',
      Delete: 'Entf',
    },
  },
  places: {
    actions: 'Aufgaben',
    settings: 'Einstellungen',
    models: 'Modelle',
    projects: 'Projekte',
    queue: 'Warteschlange',
    prompts: 'Prompts',
    vocabulary: 'Vokabular',
    webhooks: 'Webhooks',
    apiKeys: 'API-Schlüssel',
    members: 'Mitglieder',
  },
}
