package io.azureccm.common.machine.read;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.Machine.Kind;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.common.machine.ProviderId;
import io.azureccm.common.machine.ScaleSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Answers one query from the lists, or names the lists to read first. */
final class MachineFinder extends ListFinder {
    private final MachineQuery question;
    /** What is in the lists that were searched for the name, and cannot be read: it may have the name. */
    private final List<UnreadableResource> unread = new ArrayList<>();

    MachineFinder(SeenLists lists, MachineQuery question) {
        super(lists, question.freshness());
        this.question = question;
    }

    MachineLookup answer() throws MoreReadsNeeded {
        try {
            return question.machine().isPresent() ? byId(question.machine().get()) : byName();
        } catch (UnreadableItem item) {
            return new MachineLookup.Unknown(item.getMessage(), item.notBefore());
        }
    }

    private MachineLookup byId(ArmId id) throws MoreReadsNeeded, UnreadableItem {
        Optional<ArmId> set = ProviderId.scaleSet(id);
        Source<Machine> source = set.isPresent()
                ? instances(set.get())
                : Source.machines(id.subscription(), id.resourceGroup());
        Listing<Machine> listing = need(source, question.freshness().found(), besides(source, set));
        if (listing.get(id).isEmpty())
            listing = need(source, question.freshness().missed(), besides(source, set));
        Optional<Machine> machine = listing.get(id);
        if (machine.isPresent())
            return found(machine.get(), listing.asOf());
        Optional<UnreadableResource> unreadable = listing.unreadable(id);
        if (unreadable.isPresent())
            throw new UnreadableItem(unreadable.get(), lists.known(source).notBefore());
        return new MachineLookup.Missing(listing.asOf());
    }

    private MachineLookup byName() throws MoreReadsNeeded, UnreadableItem {
        MachineLookup last = new MachineLookup.Missing(Instant.MAX);
        for (String group : question.resourceGroups()) {
            MachineLookup here = inGroup(group);
            if (!(here instanceof MachineLookup.Missing missing))
                return here;
            last = older(last, missing);
        }
        if (!unread.isEmpty())
            throw new UnreadableItem(unread.getFirst(), newest());
        return last;
    }

    private MachineLookup inGroup(String group) throws MoreReadsNeeded, UnreadableItem {
        MachineLookup uniform = new MachineLookup.Missing(Instant.MAX);
        if (lists.search().inScaleSets())
            uniform = inScaleSets(group);
        if (!(uniform instanceof MachineLookup.Missing) || !lists.search().besidesScaleSets())
            return uniform;
        Source<Machine> source = Source.machines(lists.search().subscription(), group);
        List<Machine> candidates = new ArrayList<>();
        Instant asOf = named(source, Optional.empty(), candidates);
        // A machine is found by its own name first, by its computer name only if no other machine has that name.
        List<Machine> exact = candidates.stream()
                .filter(each -> each.kind() == Kind.SINGLE && each.id().name().equalsIgnoreCase(name()))
                .toList();
        MachineLookup single = choose(exact.isEmpty() ? candidates : exact, asOf);
        return single instanceof MachineLookup.Missing missing ? older(uniform, missing) : single;
    }

    private MachineLookup inScaleSets(String group) throws MoreReadsNeeded, UnreadableItem {
        Source<ScaleSet> source = Source.scaleSets(lists.search().subscription(), group);
        Listing<ScaleSet> sets = need(source, question.freshness().found(), Map.of());
        MachineLookup seen = amongInstances(sets);
        if (!(seen instanceof MachineLookup.Missing))
            return seen;
        // The scale set may be newer than the list of scale sets.
        sets = need(source, question.freshness().missed(), Map.of());
        unread.addAll(sets.unreadable());
        return amongInstances(sets);
    }

    private MachineLookup amongInstances(Listing<ScaleSet> sets) throws MoreReadsNeeded, UnreadableItem {
        List<ScaleSet> candidates = candidates(sets);
        Map<Source<?>, Instant> together = new HashMap<>();
        for (ScaleSet set : candidates) {
            together.put(instances(set.id()), question.freshness().found());
            together.putAll(besides(instances(set.id()), Optional.of(set.id())));
        }
        List<Machine> machines = new ArrayList<>();
        Instant asOf = Instant.MAX;
        for (ScaleSet set : candidates) {
            need(instances(set.id()), question.freshness().found(), together);
            asOf = earlier(asOf, named(instances(set.id()), set.instanceNamed(name()), machines));
        }
        MachineLookup seen = choose(machines, machines.isEmpty() ? earlier(asOf, sets.asOf()) : asOf);
        return seen instanceof MachineLookup.Missing missing
                ? new MachineLookup.Missing(missing.asOf(), instancesNamed(candidates))
                : seen;
    }

    private Set<ArmId> instancesNamed(List<ScaleSet> sets) {
        return sets.stream().flatMap(set -> set.instanceNamed(name()).stream()).collect(Collectors.toSet());
    }

    private List<ScaleSet> candidates(Listing<ScaleSet> sets) {
        return sets.all().stream().filter(set -> !set.flexible() && set.mayName(name())).toList();
    }

    /**
     * Adds the machines of the name, reading again if there are none; returns when the list used was requested. {@code only}: the machine
     * that may have the name, if that is known.
     */
    private Instant named(Source<Machine> source, Optional<ArmId> only, List<Machine> into) throws MoreReadsNeeded {
        Listing<Machine> listing = need(source, question.freshness().found(), besides(source, Optional.empty()));
        if (listing.named(name()).isEmpty())
            listing = need(source, question.freshness().missed(), Map.of());
        into.addAll(listing.named(name()));
        listing.unreadable()
                .stream()
                .filter(each -> only.isEmpty() || !each.identified() || each.id().equals(only.get()))
                .forEach(unread::add);
        return listing.asOf();
    }

    /** A machine that is being deleted has lower precedence than its successor of the same name. */
    private MachineLookup choose(List<Machine> machines, Instant asOf) throws MoreReadsNeeded, UnreadableItem {
        List<Machine> staying = machines.stream().filter(each -> !each.isDeleting()).toList();
        List<Machine> left = staying.isEmpty() ? machines : staying;
        if (left.size() > 1)
            return new MachineLookup.Ambiguous(left);
        return left.isEmpty() ? new MachineLookup.Missing(asOf) : found(left.getFirst(), asOf);
    }

    private MachineLookup found(Machine machine, Instant asOf) throws MoreReadsNeeded, UnreadableItem {
        return new MachineDetails(this, question).of(machine, asOf);
    }

    private Source<Machine> instances(ArmId scaleSet) {
        return Source.instances(scaleSet, lists.search().withInstanceView());
    }

    /** What will be needed next if the source contains the machine: read together with it. */
    private Map<Source<?>, Instant> besides(Source<Machine> source, Optional<ArmId> scaleSet) {
        if (!question.wantsAddresses())
            return Map.of();
        Instant since = question.freshness().found();
        if (scaleSet.isPresent())
            return Map.of(Source.instanceInterfaces(scaleSet.get()), since);
        return source.kind() == Source.Kind.MACHINES
                ? Map.of(Source.interfaces(source.id().subscription(), source.id().resourceGroup()), since)
                : Map.of();
    }

    private String name() {
        return question.node().toLowerCase(Locale.ROOT);
    }

    private static MachineLookup older(MachineLookup one, MachineLookup.Missing other) {
        if (!(one instanceof MachineLookup.Missing(Instant asOf, Set<ArmId> instances)))
            return other;
        return new MachineLookup.Missing(earlier(asOf, other.asOf()), Copies.with(instances, other.instances()));
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
