import type { firstRun as english } from '../en/first-run.ts'
import type { Texts } from '../texts.ts'

export const firstRun: Texts<typeof english> = {
  title: 'Willkommen bei Earshot',
  step: 'Schritt {{number}} von 4',
  steps: {
    welcome: 'Willkommen',
    project: 'Ein Projekt',
    model: 'Ein Sprachmodell',
    recording: 'Eine Aufnahme',
  },
  skip: 'Erste Schritte überspringen',
  back: 'Zurück',
  next: 'Weiter',
  welcome: {
    title: 'Was gesagt wurde, transkribiert auf Ihrem eigenen Gerät',
    text: 'Earshot transkribiert Anrufe und Besprechungen, unterscheidet die Personen und beantwortet Ihre Fragen dazu. Aufnahmen verlassen dieses Gerät nie, und was für den Anfang nötig ist, ist schon da.',
  },
  project: {
    title: 'Ein Projekt anlegen',
    text: 'Ein Projekt hält zusammen, was zusammengehört: ein Kunde, ein Team, eine Studie.',
    name: 'Name des Projekts',
    proposal: 'Meine Anrufe',
    create: 'Projekt anlegen',
    use: 'Sie haben schon das Projekt {{name}}. Die Aufnahme kommt dorthin.',
  },
  model: {
    title: 'Ein Sprachmodell wählen, oder keines',
    text: 'Es schreibt Zusammenfassungen und beantwortet freie Fragen zu Ihren Aufnahmen, auf diesem Gerät. Die Installation läuft weiter, während Sie fortfahren; ohne Sprachmodell zitiert die eingebaute Analyse, was gesagt wurde. Wählen können Sie auch später auf der Seite Modelle.',
  },
  recording: {
    title: 'Eine Aufnahme für {{name}}',
    text: 'Nehmen Sie das Beispiel, um in einer Minute zu sehen, was Earshot aus einem Anruf macht.',
    sample: 'Beispielanruf nehmen',
    sampleAbout: 'Zwei Personen, anderthalb Minuten, auf Englisch, von einem Rechner gesprochen',
    own: 'Eigene Datei wählen',
    ownAbout: 'Ton oder Video, bis zu 10 Stunden',
    record: 'Jetzt aufnehmen',
    recordAbout: 'Mit dem Mikrofon dieses Geräts',
    input: 'Aufnahme hinzufügen',
    sending: 'Die Aufnahme wird hinzugefügt …',
    sent: 'Sie wurde hinzugefügt; als Nächstes kommt das Transkript.',
    failed: 'Sie konnte nicht hinzugefügt werden.',
  },
}
