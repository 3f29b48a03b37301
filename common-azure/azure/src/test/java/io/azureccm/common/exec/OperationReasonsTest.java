package io.azureccm.common.exec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How urgent the operations of a plan are, and the word that stands for why. */
class OperationReasonsTest {
    private static final ArmId BALANCER = ArmId.of("s", "rg", ArmTypes.LOAD_BALANCER, "kubernetes");
    private static final ArmId ADDRESS = ArmId.of("s", "rg", ArmTypes.PUBLIC_IP, "a");
    private static final ArmId OTHER = ArmId.of("s", "rg", ArmTypes.PUBLIC_IP, "b");
    private static final ArmId GROUP = ArmId.of("s", "rg", "Microsoft.Network/networkSecurityGroups", "nsg");

    @Test
    void mostUrgentCauseSpeaksForAnOperation() {
        assertThat(reason(of(put(BALANCER, "Drift", "ServiceChanged", "ServiceAdded")), BALANCER))
                .isEqualTo(new CallReason(CallPriority.NEW_OR_DELETED, "ServiceAdded"));
        assertThat(reason(of(put(BALANCER, "Drift", "NodeJoined")), BALANCER))
                .isEqualTo(new CallReason(CallPriority.CHANGED, "NodeJoined"));
        assertThat(reason(of(put(BALANCER, "LastWriteFailed")), BALANCER))
                .isEqualTo(new CallReason(CallPriority.DRIFT, "LastWriteFailed"));
    }

    @Test
    void whatIsNotKnownIsOneWordAndAChange() {
        assertThat(reason(of(put(BALANCER, "SomethingElse")), BALANCER))
                .isEqualTo(new CallReason(CallPriority.CHANGED, "Other"));
    }

    @Test
    void everythingANewServiceWaitsForIsAsUrgent() {
        Plan plan = of(put(ADDRESS, "ServiceAdded").forSubjects(Set.of("shop/web")),
                put(GROUP, "AccessWanted").forSubjects(Set.of("shop/web", "shop/old")),
                put(OTHER, "ServiceChanged").forSubjects(Set.of("shop/old")));

        assertThat(reason(plan, GROUP))
                .isEqualTo(new CallReason(CallPriority.NEW_OR_DELETED, "AccessWanted").ofMany());
        assertThat(reason(plan, OTHER)).isEqualTo(new CallReason(CallPriority.CHANGED, "ServiceChanged"));
    }

    @Test
    void whatADeletionComesAfterIsAsUrgent() {
        Plan plan = of(put(GROUP, "FrontendNotWanted"), put(BALANCER, "Drift").after(Set.of(GROUP)),
                Operation.delete(ADDRESS, List.of(change("ServiceDeleted"))).after(Set.of(BALANCER)),
                put(OTHER, "Drift"));

        assertThat(reason(plan, ADDRESS).priority()).isEqualTo(CallPriority.NEW_OR_DELETED);
        assertThat(reason(plan, BALANCER)).isEqualTo(new CallReason(CallPriority.NEW_OR_DELETED, "Drift"));
        assertThat(reason(plan, GROUP).priority()).isEqualTo(CallPriority.NEW_OR_DELETED);
        assertThat(reason(plan, OTHER).priority()).isEqualTo(CallPriority.DRIFT);
    }

    private static CallReason reason(Plan plan, ArmId target) {
        return OperationReasons.of(plan).get(target);
    }

    private static Plan of(Operation... operations) {
        return new Plan("test", List.of(operations), List.of(), Plan.Basis.NONE);
    }

    private static Operation put(ArmId target, String... causes) {
        return Operation.put(target, JsonNodeFactory.instance.objectNode(), "",
                List.of(causes).stream().map(OperationReasonsTest::change).toList());
    }

    private static Change change(String cause) {
        return Change.update("rule", "r", List.of(), new Cause(cause, "shop/web"));
    }
}
