// What is wrong with the page that is open, as a list of sentences: texts that are hard to read on what is behind them (a contrast
// below 4.5, WCAG 2 AA), texts of a picture that run out of their box or of the picture, and a page wider than the window.
(() => {
  const problems = [];
  const parse = color => {
    const parts = color.match(/[\d.]+/g).map(Number);
    return { rgb: parts.slice(0, 3), alpha: parts.length > 3 ? parts[3] : 1 };
  };
  const over = (top, below) => top.rgb.map((value, i) => value * top.alpha + below[i] * (1 - top.alpha));
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const canvas = dark ? [18, 18, 18] : [255, 255, 255];
  const behind = element => {
    const layers = [];
    const box = element.closest('g')?.querySelector('rect');
    if (box && element !== box)
      layers.push(parse(getComputedStyle(box).fill));
    for (let each = element; each; each = each.parentElement)
      layers.push(parse(getComputedStyle(each).backgroundColor));
    return layers.reverse().reduce((below, layer) => over(layer, below), canvas);
  };
  const luminance = rgb => {
    const [r, g, b] = rgb.map(value => value / 255).map(value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  const seen = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || seen.has(element) || ['TITLE', 'DESC', 'title', 'desc', 'STYLE'].includes(element.tagName))
      continue;
    seen.add(element);
    const style = getComputedStyle(element);
    const back = behind(element);
    const front = over(parse(element.tagName === 'text' ? style.fill : style.color), back);
    const ratio = contrast(front, back);
    if (ratio < 4.5)
      problems.push(`contrast ${ratio.toFixed(1)} of "${texts.currentNode.data.trim().slice(0, 40)}"`);
  }
  for (const picture of document.querySelectorAll('svg')) {
    const width = picture.viewBox.baseVal.width;
    for (const text of picture.querySelectorAll('text')) {
      const at = text.getBBox();
      const box = text.closest('g')?.querySelector('rect')?.getBBox();
      const end = box ? box.x + box.width : width;
      const bottom = box ? box.y + box.height : picture.viewBox.baseVal.height;
      if (at.x + at.width > end || at.y + at.height > bottom)
        problems.push(`"${text.textContent.slice(0, 40)}" runs out of ${box ? 'its box' : 'the picture'}`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth)
    problems.push(`the page is ${document.documentElement.scrollWidth} pixels wide in a window of ${innerWidth}`);
  return problems;
})()
