package io.azureccm.service.reconcile.turn;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.reconcile.known.KnownBackendHealth;
import io.azureccm.service.reconcile.known.KnownBackendHealth.Asked;
import io.azureccm.service.reconcile.known.KnownBackendHealth.RuleHealth;
import io.azureccm.service.spec.ServiceSpec;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

/**
 * Which rule of each load balancer Azure is asked for next. One rule that is up is enough for a Service. Every other question ({@code urgent})
 * is for a Service of which only one answer said that it is down, or that changed since its last answer, the latest change first; or for one
 * that is down. The others go to the Service whose answer is oldest, so that no Service waits for ever. Pure.
 */
record BackendOrder(KnownBackendHealth answers, boolean urgent, Instant now) {
    private static final Comparator<Candidate> OLDEST = Comparator.comparing(Candidate::asked);
    private static final Comparator<Candidate> MOST_URGENT = Comparator.comparing(Candidate::isSettled)
            .thenComparing(each -> each.isSettled() ? Instant.MIN : each.since(), Comparator.reverseOrder())
            .thenComparing(Candidate::urgency)
            .thenComparing(OLDEST);

    /** The rules of a Service, and a hash of what the health of its backends depends on. */
    record Backends(ServiceSpec spec, List<ArmId> rules, int content) {}

    /** Of Services that changed at the same time, in the order in which Azure is asked. */
    private enum Urgency {
        NOT_CONFIRMED, CHANGED, DOWN, NONE
    }

    /** {@code asked}: when the last answer for this Service was asked for; {@code since}: when the Service changed last. */
    private record Candidate(Asked question, Instant asked, Instant since, Urgency urgency) {
        boolean isSettled() {
            return urgency == Urgency.DOWN || urgency == Urgency.NONE;
        }
    }

    /** By load balancer. */
    Map<ArmId, Asked> next(List<Backends> all) {
        BinaryOperator<Candidate> first = BinaryOperator.minBy(urgent ? MOST_URGENT : OLDEST);
        Map<ArmId, Candidate> next = new HashMap<>();
        for (Backends each : all)
            each.rules()
                    .stream()
                    .collect(Collectors.groupingBy(ArmId::root))
                    .forEach((balancer, rules) -> next.merge(balancer, candidate(each, rules), first));
        return next.entrySet()
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().question()));
    }

    /** {@code rules}: those of the Service on one load balancer. */
    private Candidate candidate(Backends backends, List<ArmId> rules) {
        List<RuleHealth> known = rules.stream()
                .map(answers.answers()::get)
                .filter(Objects::nonNull)
                .sorted(Comparator.comparing(each -> each.asked().at()))
                .toList();
        Optional<RuleHealth> up = known.reversed().stream().filter(each -> !each.found().isDown()).findFirst();
        ArmId rule = up.map(each -> each.asked().rule())
                .orElseGet(() -> rules.stream()
                        .filter(each -> !answers.answers().containsKey(each))
                        .findFirst()
                        .orElseGet(() -> known.getFirst().asked().rule()));
        Instant since = answers.seen().get(backends.spec().uid()).since();
        Instant asked = known.isEmpty() ? Instant.MIN : known.getLast().asked().at();
        Urgency urgency = since.isAfter(asked)
                ? Urgency.CHANGED
                : known.isEmpty() || !known.getLast().found().isDown()
                        ? Urgency.NONE
                        : known.size() == rules.size() && known.stream().allMatch(RuleHealth::confirmed)
                                ? Urgency.DOWN
                                : Urgency.NOT_CONFIRMED;
        return new Candidate(new Asked(rule, backends.spec().uid(), backends.rules().size(), now), asked, since,
                urgency);
    }
}
