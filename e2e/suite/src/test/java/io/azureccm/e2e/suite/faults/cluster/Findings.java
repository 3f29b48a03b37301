package io.azureccm.e2e.suite.faults.cluster;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * What was found wrong while a sequence was played. While somebody else has just changed what controllers own, promises about
 * the cloud cannot be kept by anybody: they are not judged until that has been seen.
 */
public final class Findings {
    private final List<String> found = new CopyOnWriteArrayList<>();
    private volatile Map<String, Set<String>> reasons = Map.of();
    private volatile boolean meddled;

    public void add(String problem) {
        found.add(problem);
    }

    /** Judges a promise that a controller is about to make. */
    public void judge(String what, Supplier<List<String>> problems) {
        if (meddled)
            return;
        List<String> broken = problems.get();
        if (!meddled)
            broken.forEach(problem -> found.add(what + ": " + problem));
    }

    /** By error code of Azure: the Services and nodes that alone may show it as their reason. */
    public void reasons(Map<String, Set<String>> byCode) {
        reasons = Map.copyOf(byCode);
    }

    /** Judges what a Service or a node is about to show as the reason of its state. */
    public void judgeReason(String name, String reason) {
        reasons.forEach((code, culprits) -> {
            if (reason.contains(code) && !culprits.contains(name))
                found.add(name + " shows " + code + ", which is about " + culprits + ": " + reason);
        });
    }

    /** Somebody else has changed, or is about to change, what controllers own. */
    public void meddled(boolean now) {
        meddled = now;
    }

    public boolean isMeddled() {
        return meddled;
    }

    public List<String> all() {
        return List.copyOf(found);
    }
}
