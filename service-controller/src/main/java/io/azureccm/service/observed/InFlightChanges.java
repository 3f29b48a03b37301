package io.azureccm.service.observed;

import io.azureccm.common.core.ArmId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The parts of resources that an operation in progress has changed since it began, and which may therefore still change: names of elements
 * in lower case, "" for the resource itself. A resource without an entry was not seen before. {@code newPools} were created by this leader
 * and do not contain their intended machines yet. {@code unconfirmed} are as this controller's write left them before its operation ended:
 * their etag may have changed. {@code sentFrontends} are being created by writes of this controller, by base name of the Service: until
 * such a write has ended, its Service must not be placed anywhere else. {@code deletions} are load balancers that this controller is
 * deleting. {@code sentIpTags} are those with which this leader created public IPs, whatever Azure shows.
 */
public record InFlightChanges(Map<ArmId, Set<String>> byResource, Set<ArmId> newPools,
        Set<ArmId> unconfirmed, Map<String, SentFrontend> sentFrontends, Set<ArmId> deletions,
        Map<ArmId, Map<String, String>> sentIpTags) {
    public static final InFlightChanges UNKNOWN = new InFlightChanges(Map.of());

    /** A frontend in a write that has not ended, and the reason of its cause. */
    public record SentFrontend(ArmId loadBalancer, String reason) {}

    public InFlightChanges {
        byResource = Map.copyOf(byResource);
        newPools = Set.copyOf(newPools);
        unconfirmed = Set.copyOf(unconfirmed);
        sentFrontends = Map.copyOf(sentFrontends);
        deletions = Set.copyOf(deletions);
        sentIpTags = Map.copyOf(sentIpTags);
    }

    public InFlightChanges(Map<ArmId, Set<String>> byResource) {
        this(byResource, Set.of(), Set.of(), Map.of(), Set.of(), Map.of());
    }

    public InFlightChanges with(Set<ArmId> pools, Map<String, SentFrontend> frontends, Set<ArmId> deleted) {
        return new InFlightChanges(byResource, pools, unconfirmed, frontends, deleted, sentIpTags);
    }

    public InFlightChanges withUnconfirmed(Set<ArmId> resources) {
        return new InFlightChanges(byResource, newPools, resources, sentFrontends, deletions, sentIpTags);
    }

    public InFlightChanges withIpTags(Map<ArmId, Map<String, String>> sent) {
        return new InFlightChanges(byResource, newPools, unconfirmed, sentFrontends, deletions, sent);
    }

    /** Empty if anything in the resource may change while an operation runs on it. */
    public Optional<Set<String>> of(ArmId id) {
        return Optional.ofNullable(byResource.get(id));
    }
}
