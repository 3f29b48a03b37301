package io.azureccm.service.status;

import io.azureccm.common.config.value.Redaction;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.kube.condition.ConditionChange;
import io.azureccm.common.kube.condition.WantedCondition;
import io.azureccm.common.kube.condition.WantedCondition.Status;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.LoadBalancerIngress;
import io.fabric8.kubernetes.api.model.Service;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The two conditions in the status of a Service, named as in the Gateway API: whether its spec is understood and allowed, and whether it is
 * programmed in Azure. They are derived from results alone. A healthy Service without conditions is not written only to add them.
 */
public record ServiceConditions(ConditionOptions options, Redaction secrets) {
    public static final String ACCEPTED = "azureccm.io/Accepted";
    public static final String PROGRAMMED = "azureccm.io/Programmed";
    /** The page that explains the reasons; the anchor is the reason in lower case. */
    public static final String PAGE = "docs/resources/service/reasons.md";

    private static final Set<String> TYPES = Set.of(ACCEPTED, PROGRAMMED);
    private static final int MAX_MESSAGE = 1_024;
    /** Details that differ on each attempt, and would otherwise cause a write for each. Nothing is tried twice, however long the text. */
    private static final Pattern PASSING_DETAIL = Pattern
            .compile("(?i)(?<![\\s,;(])[\\s,;(]*+\\b(retry after|(request|correlation|tracking|"
                    + "operation|activity) ?id|timestamp)\\b['\" :=]*+[0-9A-Za-z:.+-]*[0-9A-Za-z]['\"]*\\)?");

    /**
     * The change of conditions for a result. {@code anyway}: the status is written in any case; otherwise a served Service without
     * conditions stays without them, unless there are remarks. A condition that changes its status has changed at {@code now}.
     */
    ConditionChange change(Service shown, ServiceResult result, boolean anyway, Instant now) {
        return change(shown, Optional.ofNullable(shown.getMetadata().getGeneration()), result, anyway, now);
    }

    /** The same for the result of a spec that may have changed since; {@code generation}: that of the spec. */
    ConditionChange change(Service shown, Optional<Long> generation, ServiceResult result, boolean anyway,
            Instant now) {
        return options.enabled() ? switch (result) {
            case ServiceResult.Ready ready -> anyway || hasAny(shown) || !ready.remarks().isEmpty()
                    ? served(shown, generation, ready.remarks(), now)
                    : ConditionChange.NONE;
            case ServiceResult.Gone gone -> ConditionChange.toRemove(conditions(shown), TYPES);
            case ServiceResult.Unsure unsure -> ConditionChange.NONE;
            case ServiceResult.Failed failed -> failed(shown, generation, failed, now);
        } : ConditionChange.NONE;
    }

    /** Whether a Service shows this result as far as it must. */
    public boolean areShown(Service shown, ServiceResult result, Instant now) {
        return change(shown, result, false, now).isEmpty();
    }

    private ConditionChange served(Service shown, Optional<Long> generation, String remarks, Instant now) {
        return toShow(shown, generation, now, new WantedCondition(ACCEPTED, Status.TRUE, "Accepted", ""),
                new WantedCondition(PROGRAMMED, Status.TRUE, ServiceReason.PROGRAMMED.word(), cut(remarks)));
    }

    private ConditionChange failed(Service shown, Optional<Long> generation, ServiceResult.Failed failed,
            Instant now) {
        boolean leaves = shown.getMetadata().getDeletionTimestamp() != null;
        ServiceReason reason = leaves && failed.why().accepted() == Status.TRUE
                && failed.why() != ServiceReason.REMOVAL_HELD
                        ? ServiceReason.REMOVAL_FAILED
                        : failed.why();
        if (reason == ServiceReason.AZURE_UNREADABLE && hasAddress(shown))
            return ConditionChange.NONE;
        WantedCondition programmed = new WantedCondition(PROGRAMMED, reason.programmed(), reason.word(),
                message(failed.problem(), reason));
        return switch (reason.accepted()) {
            case TRUE ->
                toShow(shown, generation, now, new WantedCondition(ACCEPTED, Status.TRUE, "Accepted", ""), programmed);
            case FALSE -> toShow(shown, generation, now,
                    new WantedCondition(ACCEPTED, Status.FALSE, reason.word(), message(failed.problem(), reason)),
                    new WantedCondition(PROGRAMMED, Status.FALSE, "NotAccepted", (hasAddress(shown)
                            ? "Azure still has what the Service asked for before"
                            : "Not completely written to Azure") + ": see the condition " + ACCEPTED + "."));
            case UNKNOWN -> toShow(shown, generation, now, new WantedCondition(ACCEPTED, Status.UNKNOWN, reason.word(),
                    "Not checked yet: see the condition " + PROGRAMMED + "."), programmed);
        };
    }

    private ConditionChange toShow(Service shown, Optional<Long> generation, Instant now, WantedCondition... wanted) {
        return ConditionChange.toShow(conditions(shown), List.of(wanted), generation.orElse(null), now);
    }

    private String message(String problem, ServiceReason reason) {
        return options.message(cut(problem), reason, PAGE);
    }

    private String cut(String message) {
        String text = withoutPassingDetails(secrets.apply(message)).strip();
        return text.length() > MAX_MESSAGE ? text.substring(0, MAX_MESSAGE - 4) + " ..." : text;
    }

    static String withoutPassingDetails(CharSequence message) {
        return PASSING_DETAIL.matcher(message).replaceAll("");
    }

    private static boolean hasAddress(Service shown) {
        return shown.getStatus() != null && shown.getStatus().getLoadBalancer() != null
                && !shown.getStatus().getLoadBalancer().getIngress().isEmpty();
    }

    /** Whether the status has exactly these addresses, in this order. */
    public static boolean hasAddresses(Service service, List<String> addresses) {
        List<LoadBalancerIngress> shown = hasAddress(service)
                ? service.getStatus().getLoadBalancer().getIngress()
                : List.of();
        return shown.stream().map(LoadBalancerIngress::getIp).toList().equals(addresses)
                && shown.stream()
                        .allMatch(each -> each.getHostname() == null
                                && (each.getIpMode() == null || each.getIpMode().equals("VIP")));
    }

    private static boolean hasAny(Service shown) {
        return TYPES.stream().anyMatch(type -> ConditionChange.of(conditions(shown), type).isPresent());
    }

    /** All conditions that a Service shows, including those of other controllers. */
    public static List<Condition> conditions(Service shown) {
        return shown.getStatus() == null ? List.of() : shown.getStatus().getConditions();
    }
}
