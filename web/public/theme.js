// Before the first paint, so that nothing flashes: light or dark as chosen in the settings.
try {
  const chosen = JSON.parse(localStorage.getItem('taijitu.settings') ?? '{}').theme;
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Without storage, or with something else in it, the system's own preference holds.
}
