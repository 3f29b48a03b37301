package io.azureccm.node.read;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.Machine.Kind;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.common.machine.ProviderId;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.node.estate.NodeView.Presence;
import io.azureccm.node.intent.NodeFacts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what passes plan on: machines from shared lists, and for a last proof single machines directly. */
public final class EstateReader implements MachineSource {
    private static final Logger log = LoggerFactory.getLogger(EstateReader.class);
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    /** If more machines of one scale set than this are missing, the scale set is asked for before they are. */
    private static final int FEW = 2;
    /** What is left over is asked for later. */
    private static final int MAX_PROOFS = 64;

    private final MachineReader machines;
    private final String subscription;
    private final String resourceGroup;

    /** Subscription and resource group are those of nodes that say nothing else. */
    public EstateReader(MachineReader machines, String subscription, String resourceGroup) {
        this.machines = machines;
        this.subscription = subscription;
        this.resourceGroup = resourceGroup;
    }

    /** A list that takes long is not waited for: the nodes that need it are looked at again. */
    @Override
    public Map<String, MachineLookup> see(Collection<MachineQuery> questions) {
        return machines.see(questions, PATIENCE);
    }

    @Override
    public Map<String, Presence> prove(Collection<NodeFacts> nodes) {
        Map<String, Presence> answers = new ConcurrentHashMap<>();
        CallReason reason = CallReason.current();
        Map<ArmId, List<NodeFacts>> bySet = new TreeMap<>();
        List<NodeFacts> single = new ArrayList<>();
        nodes.forEach(node -> ProviderId.scaleSet(machine(node))
                .ifPresentOrElse(set -> bySet.computeIfAbsent(set, s -> new ArrayList<>()).add(node),
                        () -> single.add(node)));
        bySet.forEach((set, members) -> {
            if (members.size() > FEW && isGone(set)) {
                members.forEach(node -> answers.put(node.name(), Presence.GONE));
            } else {
                single.addAll(members);
            }
        });
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            single.stream()
                    .limit(MAX_PROOFS)
                    .forEach(node -> threads
                            .submit(() -> reason.run(() -> answers.put(node.name(), presence(machine(node))))));
        }
        nodes.forEach(node -> answers.putIfAbsent(node.name(), Presence.UNKNOWN));
        return answers;
    }

    /** The machine of the provider id, or the one that would have the node's name. */
    private ArmId machine(NodeFacts node) {
        return ProviderId.machine(node.providerId())
                .orElseGet(() -> ArmId.of(subscription, node.resourceGroup().orElse(resourceGroup),
                        ArmTypes.VIRTUAL_MACHINE, node.name()));
    }

    private Presence presence(ArmId id) {
        try {
            Optional<Machine> machine = machines.ask(id);
            boolean going = machine.filter(each -> each.isDeleting() && each.kind() != Kind.FLEXIBLE).isPresent();
            return machine.isEmpty() || going ? Presence.GONE : Presence.PRESENT;
        } catch (ArmException | IllegalArgumentException unclear) {
            log.info("whether {} exists cannot be told: {}", id.shortName(), unclear.getMessage());
            return Presence.UNKNOWN;
        }
    }

    private boolean isGone(ArmId scaleSet) {
        try {
            return !machines.exists(scaleSet);
        } catch (ArmException unclear) {
            log.info("whether {} exists cannot be told: {}", scaleSet.shortName(), unclear.getMessage());
            return false;
        }
    }
}
