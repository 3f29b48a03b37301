package io.azureccm.service.observed.read;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.shared.Copies;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What one read learns while it goes on, on top of the memory that it began with. Not thread-safe. */
final class ReadFindingsBuilder {
    final ReadMemory before;
    final Set<ArmId> atNextRefresh = new HashSet<>();
    private final Map<String, String> groups = new HashMap<>();
    private final Set<ArmId> privateLinks = new HashSet<>();
    private final Set<ArmId> noPrivateLinks = new HashSet<>();
    private final Map<ArmId, String> problems = new HashMap<>();
    private boolean isOwnGroupListed;

    ReadFindingsBuilder(ReadMemory before) {
        this.before = before;
    }

    Optional<String> problem(String group) {
        return before.problem(group).or(() -> Optional.ofNullable(groups.get(PublicIpGroups.lower(group))));
    }

    void unreadable(String group, String why) {
        groups.put(PublicIpGroups.lower(group), why);
    }

    /** By name of the group in lower case. */
    Map<String, String> unreadableGroups() {
        return Copies.with(before.unreadableGroups(), groups);
    }

    boolean awaitsOwnGroup() {
        return before.privateLinks().firstRefreshes() > 0;
    }

    void ownGroupListed() {
        isOwnGroupListed = true;
    }

    void watch(ArmId collection) {
        privateLinks.add(collection);
    }

    void empty(ArmId collection) {
        noPrivateLinks.add(collection);
    }

    Set<ArmId> watched() {
        return Copies.with(before.privateLinks().watched(), privateLinks);
    }

    Optional<String> problem(ArmId collection) {
        return Optional.ofNullable(before.privateLinks().problems().get(collection))
                .or(() -> Optional.ofNullable(problems.get(collection)));
    }

    void unreadable(ArmId collection, String why) {
        problems.put(collection, why);
    }

    /** What is new compared to the memory before. */
    ReadFindings end() {
        Set<ArmId> again = Copies.without(atNextRefresh, before.atNextRefresh());
        Set<ArmId> links = Copies.without(Copies.without(privateLinks, before.privateLinks().watched()),
                noPrivateLinks);
        return new ReadFindings(again, groups, links, noPrivateLinks, problems, isOwnGroupListed && awaitsOwnGroup());
    }
}
