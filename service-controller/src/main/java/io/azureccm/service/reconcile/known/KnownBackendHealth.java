package io.azureccm.service.reconcile.known;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.shared.Copies;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What Azure answered last about the backends of load balancing rules, what was seen of their Services, by UID, when it is asked again
 * ({@code due}; never if empty), and why the last question was refused. Immutable.
 */
public record KnownBackendHealth(Map<ArmId, RuleHealth> answers, Map<String, Seen> seen, Optional<Instant> due,
        Optional<String> problem) {
    public static final KnownBackendHealth NONE = new KnownBackendHealth(Map.of(), Map.of(), Optional.empty(),
            Optional.empty());

    /** A rule, the UID of its Service, which has {@code rules} of them, and when: an answer says nothing of later changes. */
    public record Asked(ArmId rule, String uid, int rules, Instant at) {
        public Asked {
            // Earlier releases did not record it.
            at = at == null ? Instant.EPOCH : at;
        }

        public ArmId balancer() {
            return rule.root();
        }
    }

    /** How many backends are up and down, both 0 if that is unknown; {@code reason}: why the first one is not up, if Azure says so. */
    public record Found(int up, int down, String reason) {
        public static final Found NOTHING = new Found(0, 0, "");

        public boolean isDown() {
            return up == 0 && down > 0;
        }
    }

    /** {@code confirmed}: the answer before was that no backend is up, too; probes need some time until they find new backends. */
    public record RuleHealth(Asked asked, Found found, boolean confirmed) {}

    /** {@code content}: a hash of what the health of backends depends on, and when it changed, as far as this instance saw. */
    public record Seen(int content, Instant since) {}

    public KnownBackendHealth {
        answers = Map.copyOf(answers);
        seen = Map.copyOf(seen);
    }

    public boolean isDue(Instant now) {
        return due.filter(at -> !now.isBefore(at)).isPresent();
    }

    public KnownBackendHealth dueAt(Instant next) {
        return new KnownBackendHealth(answers, seen, Optional.of(next), problem);
    }

    /** Without answers for other rules, and with the content of each Service now. */
    public KnownBackendHealth retain(Collection<ArmId> rules, Map<String, Integer> contents, Instant now) {
        Map<String, Seen> next = new HashMap<>();
        contents.forEach((uid, content) -> {
            Seen before = seen.get(uid);
            next.put(uid, before != null && before.content() == content
                    ? before
                    : new Seen(content, seen.isEmpty() ? Instant.MIN : now));
        });
        return new KnownBackendHealth(Copies.retained(answers, Set.copyOf(rules)), next, due, problem);
    }

    public KnownBackendHealth with(Asked asked, Found found) {
        RuleHealth before = answers.get(asked.rule());
        RuleHealth answer = new RuleHealth(asked, found, before != null && before.found().isDown());
        return new KnownBackendHealth(Copies.with(answers, asked.rule(), answer), seen, due, Optional.empty());
    }

    /** Earlier answers are dropped, because they may be outdated. */
    public KnownBackendHealth failed(String why, Instant again) {
        return new KnownBackendHealth(Map.of(), seen, Optional.of(again), Optional.of(why));
    }

    /** Why no backend of a Service is up, by UID: of those for all of whose rules Azure confirmed it. */
    public Map<String, String> down() {
        Map<String, List<RuleHealth>> byUid = answers.values()
                .stream()
                .collect(Collectors.groupingBy(answer -> answer.asked().uid()));
        Map<String, String> down = new HashMap<>();
        byUid.forEach((uid, all) -> {
            if (all.stream()
                    .allMatch(each -> each.found().isDown() && each.confirmed() && all.size() >= each.asked().rules()))
                down.put(uid, text(all));
        });
        return down;
    }

    private static String text(List<RuleHealth> all) {
        int backends = all.stream().mapToInt(each -> each.found().down()).max().orElse(0);
        String reason = all.stream()
                .map(each -> each.found().reason())
                .filter(each -> !each.isEmpty())
                .sorted()
                .findFirst()
                .orElse("");
        return (backends == 1 ? "its backend is not up" : "none of its " + backends + " backends is up")
                + ", as Azure probes them" + (reason.isEmpty() ? "" : ": " + reason);
    }
}
