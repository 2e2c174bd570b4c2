// Before anything is drawn: the theme that was chosen here or in the documentation (Starlight keeps it under this name).
try {
  const theme = localStorage.getItem('starlight-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {}
