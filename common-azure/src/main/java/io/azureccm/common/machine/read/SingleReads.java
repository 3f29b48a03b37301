package io.azureccm.common.machine.read;

import io.azureccm.common.machine.read.Source.View;
import io.azureccm.common.machine.read.Source.Views;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Limits reads of single machines: for more than a handful, the states of the whole subscription are listed instead. If that
 * fails, or the list is incomplete, the machines are read one by one, a limited number at a time.
 */
record SingleReads(MachineListCache lists) {
    private static final int HANDFUL = 4;
    private static final int AT_A_TIME = 16;

    Map<Source<?>, Instant> bounded(Map<Source<?>, Instant> wanted) {
        Map<Source<?>, Instant> asked = new HashMap<>();
        Map<String, List<View>> singles = new HashMap<>();
        wanted.forEach((source, since) -> {
            if (source instanceof View view) {
                singles.computeIfAbsent(view.id().subscription(), s -> new ArrayList<>()).add(view);
            } else {
                asked.put(source, since);
            }
        });
        singles.forEach((subscription, views) -> {
            Instant since = views.stream().map(wanted::get).max(Instant::compareTo).orElseThrow();
            if (views.size() > HANDFUL && isWorthListing(Views.of(subscription), since)) {
                asked.put(Views.of(subscription), since);
            } else {
                views.stream().limit(AT_A_TIME).forEach(view -> asked.put(view, wanted.get(view)));
            }
        });
        return asked;
    }

    /** False if the list was read but is incomplete, or could not be read. */
    private boolean isWorthListing(Views views, Instant since) {
        var known = lists.known(views);
        return !known.isSince(since)
                && (known.problem().isEmpty() || known.problem().equals(MachineListCache.UNDER_WAY));
    }
}
