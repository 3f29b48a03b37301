package io.azureccm.common.machine.read;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Limits reads of single machines: for more than a handful, the states of the whole subscription are listed instead. If that
 * fails, or the list is incomplete, the machines are read one by one, a limited number at a time. Machines in a pause after a
 * failure take no place, so that those that cannot be read never hold up the others.
 */
record SingleReads(SeenLists lists) {
    private static final int HANDFUL = 4;
    /** Together with direct checks of machines, fewer than there are slots for reads. */
    private static final int AT_A_TIME = 8;

    /** What to read, of what is wanted as of these times or later and is not being read. */
    Map<Source<?>, Instant> bounded(Map<Source<?>, Instant> wanted, Instant now) {
        Map<Source<?>, Instant> asked = new HashMap<>();
        Map<String, List<Source<?>>> singles = new TreeMap<>();
        wanted.forEach((source, since) -> {
            if (!source.isSingle()) {
                asked.put(source, since);
            } else if (!lists.known(source).isPaused(now)) {
                singles.computeIfAbsent(source.id().subscription(), s -> new ArrayList<>()).add(source);
            }
        });
        int places = AT_A_TIME - (int) lists.underWay().stream().filter(Source::isSingle).count();
        for (var each : singles.entrySet()) {
            List<Source<?>> views = each.getValue();
            Instant since = views.stream().map(wanted::get).max(Instant::compareTo).orElseThrow();
            if (views.size() > HANDFUL && isWorthListing(Source.views(each.getKey()), since)) {
                asked.put(Source.views(each.getKey()), since);
            } else {
                views.stream()
                        .sorted(Comparator.comparing(Source::id))
                        .limit(Math.max(0, places))
                        .forEach(view -> asked.put(view, wanted.get(view)));
                places -= views.size();
            }
        }
        return asked;
    }

    /** False if the list was read but is incomplete, or could not be read. */
    private boolean isWorthListing(Source<?> views, Instant since) {
        var known = lists.known(views);
        return !known.isSince(since) && (known.problem().isEmpty() || known.isUnderWay());
    }
}
