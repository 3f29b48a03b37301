package io.azureccm.service.reconcile.known.refusal;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Private addresses, with the time of Azure's first refusal, that a Service was to keep because its status has them, but that another
 * resource uses by now. They are still requested for a minute, because the load balancer that a Service leaves may release its address
 * late; after that they are lost, and the Service gets another address. An address specified by a user is never lost.
 */
public record AddressRefusals(Map<String, Refused> refused) {
    public static final AddressRefusals NONE = new AddressRefusals(Map.of());
    static final Duration ASSUMED_LOST_AFTER = Duration.ofMinutes(1);
    /** After this time the holder may have released the address. */
    private static final Duration MEMORY = Duration.ofHours(1);
    private static final Set<String> CODES = Set.of("privateipaddressisallocated", "privateipaddressinuse",
            "privateipaddressinreservedrange", "privateipaddressnotinsubnet");

    /** The time and message of the refusal, and whether the address is lost. */
    public record Refused(Instant since, String problem, boolean isLost) {}

    public AddressRefusals {
        refused = Map.copyOf(refused);
    }

    /** Whether this error code is a refusal of a private address. */
    public static boolean isOne(String code) {
        return CODES.contains(code.toLowerCase(Locale.ROOT));
    }

    /** Records how a write ended. */
    public AddressRefusals after(Operation operation, Outcome outcome, Instant now) {
        if (operation.verb() != Operation.Verb.PUT || !operation.target().hasType(ArmTypes.LOAD_BALANCER))
            return this;
        if (outcome instanceof Outcome.Rejected(int status, String code, String message)
                && isOne(code))
            return with(named(addresses(operation), message), message, now);
        return outcome.isGood() && !refused.isEmpty()
                ? new AddressRefusals(Copies.without(refused, addresses(operation)))
                : this;
    }

    private AddressRefusals with(Set<String> addresses, String problem, Instant now) {
        Map<String, Refused> next = new HashMap<>(refused);
        addresses.forEach(address -> next.compute(address, (any, before) -> {
            Instant since = before == null ? now : before.since();
            return new Refused(since, problem, !now.isBefore(since.plus(ASSUMED_LOST_AFTER)));
        }));
        return new AddressRefusals(next);
    }

    /** Drops old entries. */
    public AddressRefusals upToDate(Instant now) {
        return new AddressRefusals(
                Copies.retained(refused, (address, each) -> now.isBefore(each.since().plus(MEMORY))));
    }

    public Set<String> lost() {
        return refused.entrySet()
                .stream()
                .filter(each -> each.getValue().isLost())
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Those of these Services, by UID, that specify no lost address: they can get another one. */
    public Set<String> freed(ClusterState cluster, Set<String> subjects) {
        Set<String> lost = lost();
        return cluster.uids(service -> subjects.contains(service.subject())
                && Collections.disjoint(service.address().fixedIps().values(), lost));
    }

    /** The same Services without requests for lost addresses; those whose status has such an address get a notice about the change. */
    public ServiceDecisions without(ServiceDecisions services) {
        Set<String> lost = lost();
        if (lost.isEmpty())
            return services;
        Map<String, List<Notice>> notices = new HashMap<>();
        for (ServiceSpec service : services.all()) {
            services.statusIps(service)
                    .stream()
                    .filter(ip -> lost.contains(ip) && !service.address().fixedIps().containsValue(ip))
                    .findFirst()
                    .ifPresent(ip -> notices.put(service.uid(), List.of(Notice.warning(Notice.Source.AZURE,
                            "AddressNotKept",
                            "the address " + ip + " could not be kept, the Service gets a different one: "
                                    + refused.get(ip).problem()))));
        }
        return services.without(lost).noting(notices);
    }

    private static Set<String> addresses(Operation operation) {
        return LoadBalancer.of(operation.target(), operation.body())
                .frontends()
                .stream()
                .map(Frontend::privateIp)
                .filter(ip -> !ip.isEmpty())
                .collect(Collectors.toSet());
    }

    private static Set<String> named(Set<String> addresses, String message) {
        return addresses.stream()
                .filter(ip -> Pattern.compile("(?<![\\w.:])" + Pattern.quote(ip) + "(?![\\w:]|\\.\\d)")
                        .matcher(message)
                        .find())
                .collect(Collectors.toSet());
    }
}
