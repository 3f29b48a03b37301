package io.azureccm.node.reconcile;

import static io.azureccm.common.machine.read.ListedArm.COMPUTE;

import io.azureccm.common.core.ArmId;
import io.azureccm.node.spec.NodeKeys;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Nodes of any cloud and kind in one cluster, and the machines in Azure that some of them run on. */
final class Zoo implements AutoCloseable {
    private static final String POOL = COMPUTE + "virtualMachineScaleSets/pool/virtualMachines/";
    private static final String VM = COMPUTE + "virtualMachines/";
    private static final List<String> FOREIGN = List.of("vsphere://4211c0de", "aws:///eu-west-1a/i-0abc", "hcloud://1",
            "metal3://ns/host/machine", "rke2://n1", "k3s://n1", "gce://p/z/n", "openstack:///4f1", "kind://docker/k/n",
            "azure-arc:///subscriptions/s/resourceGroups/Rg/providers/Microsoft.HybridCompute/machines/n",
            "azurestack:///subscriptions/s", "azure:/", "azure:" + VM + "vm-1", "azure",
            " azure://" + VM + "vm-1", "\tazure://" + POOL + "1", " ", "\n", "://", VM + "vm-1", "\u0000",
            "azur\u00e9://x");

    /** What a Node shows of its machine. */
    enum Kind {
        /** The provider ID of another cloud. */
        FOREIGN,
        /** The provider ID of an instance of a scale set. */
        INSTANCE,
        /** The provider ID of a single machine. */
        SINGLE,
        /** A provider ID of Azure that names no machine. */
        UNREADABLE,
        /** No provider ID, and the name of an instance of the scale set. */
        NAMED_LIKE_INSTANCE,
        /** No provider ID, and the name of a single machine or of none. */
        NAMED_LIKE_NOTHING
    }

    /** {@code number} tells nodes of a kind apart; {@code spelling} chooses among provider IDs. */
    record Animal(Kind kind, int number, String spelling, boolean joins, boolean ready, String managed) {
        /** Foreign nodes may have any name, even one that a machine in Azure may have. */
        String name() {
            return isLikeInstance() ? "pool00000" + instance() : "vm-" + kind.ordinal() + number;
        }

        private boolean isLikeInstance() {
            return switch (kind) {
                case INSTANCE, NAMED_LIKE_INSTANCE -> true;
                case FOREIGN -> number % 2 == 0;
                case SINGLE, UNREADABLE, NAMED_LIKE_NOTHING -> false;
            };
        }

        private int instance() {
            return (kind == Kind.FOREIGN ? 0 : kind == Kind.INSTANCE ? 3 : 6) + number % 3;
        }

        ArmId machine() {
            return ArmId.parse(isLikeInstance() ? POOL + instance() : VM + name());
        }

        String providerId() {
            return switch (kind) {
                case FOREIGN -> spelling;
                case INSTANCE, SINGLE -> "Azure://" + machine();
                case UNREADABLE -> number % 2 == 0 ? "azure://" + name() : "azure:/" + machine();
                default -> null;
            };
        }
    }

    final VirtualNodes cluster = new VirtualNodes();
    /** Names of the nodes whose machine existed at some time since they joined. */
    final Set<String> seen = new HashSet<>();
    private final Set<ArmId> existing = new HashSet<>();
    private final List<Animal> animals = new ArrayList<>();

    static Arbitrary<Animal> animal(Kind... kinds) {
        Arbitrary<String> spelling = Arbitraries.oneOf(Arbitraries.of(FOREIGN),
                Arbitraries.strings()
                        .ofMinLength(1)
                        .ofMaxLength(12)
                        .filter(text -> !text.toLowerCase(Locale.ROOT).startsWith("azure://")));
        return Combinators
                .combine(Arbitraries.of(kinds), Arbitraries.integers().between(0, 5), spelling,
                        Arbitraries.of(true, false), Arbitraries.of(true, false),
                        Arbitraries.of("", "", "true", "false"))
                .as(Animal::new);
    }

    Zoo() {
        cluster.arm.scaleSet("pool");
    }

    /** One node of each name. */
    Zoo with(List<Animal> nodes) {
        nodes.forEach(animal -> {
            if (animals.stream().noneMatch(other -> other.name().equals(animal.name()))) {
                animals.add(animal);
                join(animal);
            }
        });
        return this;
    }

    List<Animal> animals() {
        return animals;
    }

    void join(Animal animal) {
        cluster.join(animal.name(), node -> {
            NodeBuilder made = node.editSpec().withProviderID(animal.providerId()).endSpec();
            if (!animal.joins())
                made = made.editSpec().withTaints().endSpec();
            if (!animal.managed().isEmpty())
                made = made.editMetadata().addToLabels(NodeKeys.MANAGED, animal.managed()).endMetadata();
            return ready(made, animal.ready());
        });
        seen.remove(animal.name());
        if (exists(animal))
            seen.add(animal.name());
    }

    void turn(Animal animal, boolean ready) {
        if (cluster.isThere(animal.name()))
            cluster.change(animal.name(), node -> ready(node, ready));
    }

    private static NodeBuilder ready(NodeBuilder node, boolean ready) {
        return node.editStatus()
                .editMatchingCondition(condition -> condition.getType().equals("Ready"))
                .withStatus(ready ? "True" : "Unknown")
                .endCondition()
                .endStatus();
    }

    void make(Animal animal) {
        seen.add(animal.name());
        existing.add(animal.machine());
        if (animal.isLikeInstance()) {
            cluster.arm.instance("pool", animal.instance(), "10.0.8." + (4 + animal.instance()));
        } else {
            cluster.arm.single(animal.name(), animal.name(), "10.0.9." + (4 + animal.number()));
        }
    }

    void destroy(Animal animal) {
        existing.remove(animal.machine());
        cluster.arm.remove(animal.machine().toString());
    }

    boolean exists(Animal animal) {
        return existing.contains(animal.machine());
    }

    @Override
    public void close() {
        cluster.close();
    }
}
