package io.azureccm.service.spec;

import io.azureccm.common.core.Refusal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What one Service asks for, parsed once and typed. {@code wanted} is false when everything it has in Azure is to go. A
 * {@link Stop} says which part could not be understood: what comes before that part is still planned, what comes after stays
 * as it is in Azure. {@code statusIps} are the addresses the Service shows now; {@code notices} are what its user should know.
 */
public record ServiceSpec(ServiceKey key, String uid, Age age, boolean wanted, AddressSpec address,
        TrafficSpec traffic,
        AccessSpec access, PrivateLinkSpec privateLink, PlacementSpec placement, List<String> statusIps,
        Optional<Stop> stop,
        List<Notice> notices) {
    /** The order in which Services get what there is only once: older first, then by name. */
    public static final Comparator<ServiceSpec> BY_AGE = Comparator.comparing(ServiceSpec::age)
            .thenComparing(ServiceSpec::key);

    /** The parts of a Service in the order in which they are programmed. */
    public enum Stage {
        ADDRESS, TRAFFIC, ACCESS, PRIVATE_LINK
    }

    /** The first part that is wrong and the reason. */
    public record Stop(Stage stage, Refusal refusal) {}

    public ServiceSpec {
        statusIps = List.copyOf(statusIps);
        notices = List.copyOf(notices);
    }

    /** True when the given part of this Service can be planned. */
    public boolean plans(Stage stage) {
        return wanted && (stop.isEmpty() || stage.compareTo(stop.get().stage()) < 0);
    }

    /** Everything of this Service in Azure is to go. */
    public ServiceSpec gone() {
        return new ServiceSpec(key, uid, age, false, address, traffic, access, privateLink, placement, statusIps,
                Optional.empty(),
                List.of());
    }

    /** The same, with what is known of its namespace and of where its pods run. */
    public ServiceSpec surrounded(Optional<Map<String, String>> namespaceLabels,
            Optional<Set<String>> endpointNodes) {
        return new ServiceSpec(key, uid, age, wanted, address, traffic, access, privateLink,
                new PlacementSpec(placement.configurations(), placement.mode(), placement.labels(), namespaceLabels,
                        endpointNodes),
                statusIps, stop, notices);
    }

    public ServiceSpec stoppedAt(Stage stage, Refusal refusal) {
        if (stop.isPresent() && stop.get().stage().compareTo(stage) <= 0)
            return this;
        return new ServiceSpec(key, uid, age, wanted, address, traffic, access, privateLink, placement, statusIps,
                Optional.of(new Stop(stage, refusal)), notices);
    }

    /** The same, stopped where it is, with more to say about it; a Service that is not stopped stays as it is. */
    public ServiceSpec stoppedWith(String more) {
        return stop.map(reason -> new ServiceSpec(key, uid, age, wanted, address, traffic, access, privateLink,
                placement, statusIps, Optional.of(new Stop(reason.stage(), reason.refusal().with(more))), notices))
                .orElse(this);
    }

    /** The same, showing these addresses by now. */
    public ServiceSpec showing(List<String> addresses) {
        return addresses.equals(statusIps)
                ? this
                : new ServiceSpec(key, uid, age, wanted, address, traffic, access, privateLink, placement, addresses,
                        stop, notices);
    }

    /** The same without IP tags asked for. */
    public ServiceSpec keepingIpTags() {
        return new ServiceSpec(key, uid, age, wanted, address.keepingIpTags(), traffic, access, privateLink,
                placement, statusIps,
                stop,
                notices);
    }

    /** The same with one more thing its user should know. */
    public ServiceSpec noting(Notice notice) {
        return new ServiceSpec(key, uid, age, wanted, address, traffic, access, privateLink, placement, statusIps,
                stop,
                Stream.concat(notices.stream(), Stream.of(notice)).toList());
    }

    public String subject() {
        return key.toString();
    }
}
