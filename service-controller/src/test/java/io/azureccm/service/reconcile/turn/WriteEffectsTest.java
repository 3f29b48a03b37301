package io.azureccm.service.reconcile.turn;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.snapshot.Outdated;
import io.azureccm.service.observed.read.ObservedStateAssembly;
import io.azureccm.service.observed.read.ReadMemory;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.reconcile.known.KnownAzure;
import java.util.List;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What has to be read again after a write, because of what it changed or why it was refused. */
class WriteEffectsTest {
    private static final long ENDED = 7;
    private static final Outcome APPLIED = new Outcome.Applied(null);
    private static final Outcome UNSENT = new Outcome.NotAttempted(Outcome.NotAttempted.Reason.STOPPING, "stops");

    private final CloudConfig cloud = new World(0).cloud();
    private final PlannerSettings settings = new PlannerSettings(cloud, "kubernetes", TenantPolicy.DEFAULT, false);
    private final ObservedStateAssembly assembly = new ObservedStateAssembly(cloud, "kubernetes",
            settings.securityGroup());
    private final WriteEffects effects = new WriteEffects(assembly);
    private final ArmId balancer = settings.loadBalancers("kubernetes").getFirst();
    private final ArmId link = ArmId.of(cloud.networkSubscriptionId(), "elsewhere", ArmTypes.PRIVATE_LINK_SERVICE,
            "pls");
    private final ArmId set = ArmId.of(cloud.subscriptionId(), cloud.resourceGroup(), ArmTypes.SCALE_SET, "agents");

    @Test
    void afterAMoveToOtherPoolsNothingIsTakenFromBefore() {
        Operation move = Operation.post(balancer, "migrateToIpBased", JsonNodeFactory.instance.objectNode(),
                List.of());
        assertThat(outdated(of(move, APPLIED))).isEqualTo(Outdated.NOTHING.everythingAt(ENDED));
        assertThat(outdated(of(move, UNSENT))).isEqualTo(Outdated.NOTHING);
    }

    @Test
    void privateLinkServicesAndTheirLoadBalancersAreReadInTheNextLookOrAtOnceIfMoreCanBePlannedThen() {
        Operation delete = Operation.delete(link, List.of());
        WriteEffects.Effect later = effects.of(new WriteEffects.Ended(delete, APPLIED, false, ENDED),
                KnownAzure.NOTHING, Set.of());
        assertThat(memory(later.azure()).atNextRefresh()).containsExactly(assembly.balancers());
        assertThat(outdated(later)).isEqualTo(Outdated.NOTHING);

        WriteEffects.Effect now = effects.of(new WriteEffects.Ended(delete, APPLIED, true, ENDED),
                KnownAzure.NOTHING, Set.of());
        assertThat(outdated(now).since()).isEqualTo(Map.of(assembly.balancers(), ENDED));
        assertThat(memory(now.azure()).atNextRefresh()).isEmpty();
    }

    @Test
    void aReferenceToAFailedPublicIpIsAConflictAndAllPublicIpsAreReadAgain() {
        WriteEffects.Effect effect = of(write(balancer), rejected("ReferencedResourceNotProvisioned", "try later"));
        assertThat(effect.outcome()).isInstanceOf(Outcome.Conflict.class);
        assertThat(outdated(effect).since().keySet()).isEqualTo(assembly.publicIps(Set.of("shared")));
    }

    @Test
    void aReferenceToAPublicIpThatStaysFailedIsARefusal() {
        Outcome answered = new Outcome.Throttled(Instant.EPOCH, "ReferencedResourceNotProvisioned: try later", true);
        WriteEffects.Effect effect = of(write(balancer), answered).lasting(answered);
        assertThat(effect.outcome()).isEqualTo(new Outcome.Rejected(409, "ReferencedResourceNotProvisioned",
                "ReferencedResourceNotProvisioned: try later"));
        assertThat(outdated(effect).since().keySet()).isEqualTo(assembly.publicIps(Set.of("shared")));
    }

    @Test
    void aLoadBalancerThatMachinesUseIsAConflictAndEverythingIsReadAgain() {
        WriteEffects.Effect effect = of(Operation.delete(balancer, List.of()),
                rejected("LoadBalancerInUseByVirtualMachineScaleSet", "in use"));
        assertThat(effect.outcome()).isInstanceOf(Outcome.Conflict.class);
        assertThat(outdated(effect)).isEqualTo(Outdated.NOTHING.everythingAt(ENDED));
    }

    @Test
    void aPrivateLinkServiceThatARefusalNamesIsReadFromNowOn() {
        ArmId group = link.siblings();
        WriteEffects.Effect effect = of(write(balancer),
                rejected("CannotDelete", "in use by " + link + " and cannot be deleted"));
        assertThat(effect.outcome()).isInstanceOf(Outcome.Conflict.class);
        assertThat(outdated(effect).since()).isEqualTo(Map.of(group, ENDED));
        assertThat(memory(effect.azure()).privateLinks().watched()).containsExactly(group);
    }

    @Test
    void theHolderOfAnAddressBlocksNothingElse() {
        Outcome refused = rejected("PrivateIPAddressInUse", "in use by " + link);
        WriteEffects.Effect effect = of(write(balancer), refused);
        assertThat(effect.outcome()).isSameAs(refused);
        assertThat(effect.azure()).isEqualTo(KnownAzure.NOTHING);
    }

    @Test
    void anyOtherRefusalIsFinal() {
        Outcome refused = rejected("InvalidRequestFormat", "no");
        assertThat(of(write(balancer), refused)).isEqualTo(new WriteEffects.Effect(refused, KnownAzure.NOTHING));
    }

    @Test
    void newFrontendsGiveAddressesToPublicIpsWhichAreReadInTheNextLook() {
        Operation write = Operation.put(balancer, JsonNodeFactory.instance.objectNode(), "",
                List.of(Change.add("frontend", "a1", Cause.of("ServiceAdded"))));
        assertThat(memory(after(write, APPLIED)).atNextRefresh()).isEqualTo(assembly.publicIps(Set.of("shared")));
        assertThat(memory(after(write, rejected("No", "no"))).atNextRefresh()).isEmpty();
    }

    @Test
    void theModelOfAScaleSetMayAffectItsInstances() {
        assertThat(memory(after(write(set), APPLIED)).atNextRefresh())
                .containsExactly(set.children("virtualMachines"));
    }

    @Test
    void machinesThatJoinPoolsChangeTheEtagOfTheLoadBalancer() {
        KnownAzure azure = after(write(ArmId.parse(set + "/virtualMachines/1")), APPLIED);
        assertThat(azure.poolsChanged()).isTrue();
        assertThat(memory(azure).atNextRefresh()).containsExactly(assembly.balancers());
    }

    private WriteEffects.Effect of(Operation operation, Outcome outcome) {
        return effects.of(new WriteEffects.Ended(operation, outcome, false, ENDED), KnownAzure.NOTHING,
                Set.of("shared"));
    }

    private KnownAzure after(Operation operation, Outcome outcome) {
        return effects.after(operation, outcome, KnownAzure.NOTHING, Set.of("shared"));
    }

    private static Operation write(ArmId target) {
        return Operation.put(target, JsonNodeFactory.instance.objectNode(), "", List.of());
    }

    private static Outcome rejected(String code, String message) {
        return new Outcome.Rejected(400, code, message);
    }

    private static Outdated outdated(WriteEffects.Effect effect) {
        return memory(effect.azure()).outdated();
    }

    private static ReadMemory memory(KnownAzure azure) {
        return azure.responses().memory();
    }
}
