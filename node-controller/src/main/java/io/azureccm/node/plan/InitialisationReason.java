package io.azureccm.node.plan;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.condition.ProblemCondition;
import io.azureccm.common.core.condition.ProblemReason;
import io.azureccm.node.observed.NodeView;
import java.util.Arrays;
import java.util.Optional;

/**
 * All reasons of the condition of Nodes that cannot be initialised. They are stable and equal the codes of refusals.
 */
public enum InitialisationReason implements ProblemReason {
    NODE_IP_NOT_FOUND("NodeIPNotFound", false,
            "An address given to the kubelet as `--node-ip` does not belong to the machine.",
            "Give the kubelet one of the addresses listed in the message, or none, and restart it."),
    NO_PROVIDER_ID("NoProviderID", false,
            "A label marks the Node as a machine outside this cloud, and nobody has set `spec.providerID`.",
            "Let the controller of its cloud initialise the Node; without one, start the kubelet with "
                    + "`--provider-id=azure://NAME`. Or remove the label `kubernetes.azure.com/managed=false`."),
    INITIALISATION_DISABLED("InitializationDisabled", false,
            "The flag `--controllers` leaves the initialisation to other programs, and for five minutes none has initialised the "
                    + "Node.",
            "Check that the node agent or `cloud-node-manager` runs on the node, or remove `-cloud-node` from `--controllers`."),
    AMBIGUOUS_MACHINE("AmbiguousMachine", false, "Several machines have the name of the Node.",
            "Give the machines listed in the message different names, or set `spec.providerID` of the Node."),
    ZONE_NOT_A_NUMBER("ZoneNotANumber", false, "Azure reports a zone of the machine that is not a number.",
            "Check the machine in Azure: a zone is `1`, `2` or `3`."),
    MACHINE_NOT_FOUND("MachineNotFound", true, "No machine in the searched resource groups has the name of the Node.",
            "Compare the name of the Node with those of machines and their computer names; if its machine is in another resource "
                    + "group than the cluster, set the label `kubernetes.azure.com/resource-group`. If it is a machine of another cloud, the "
                    + "controller of that cloud has to initialise it. If its machine is gone, delete the Node, unless the controller does."),
    MACHINE_DELETING("MachineDeleting", true, "The machine is being deleted in Azure.",
            "No action needed: the Node is deleted with its machine."),
    MACHINE_INCOMPLETE("MachineIncomplete", true,
            "Azure does not report all data of the machine yet, such as its size or an address.",
            "Wait; if the problem persists, check the provisioning state of the machine and its network interfaces."),
    FAULT_DOMAIN_NOT_KNOWN("FaultDomainNotKnown", true,
            "The machine is in no zone, and Azure does not report its fault domain yet.",
            "Wait; if the problem persists, check whether the instance view of the machine can be read."),
    MACHINE_UNKNOWN("MachineUnknown", true,
            "Azure cannot be read or does not answer, so nothing is known about the machine.",
            "The message quotes the first failure: network, credentials or permissions. Run the controller's doctor to find the cause.");

    /**
     * Whether a Node is initialised. Written when a problem prevents the initialisation, and once more when the problem
     * is solved.
     */
    public static final ProblemCondition CONDITION = new ProblemCondition("azureccm.io/Initialized", "Initialized",
            "docs/resources/node/reasons.md");

    private final Text text;
    private final boolean passing;

    InitialisationReason(String word, boolean passing, String meaning, String remedy) {
        this.text = new Text(word, meaning, remedy);
        this.passing = passing;
    }

    /** Whether to show this refusal to users now: one that the next attempt may solve only once it lasts. */
    public static boolean isToShow(Refusal refusal, NodeView view) {
        return of(refusal.code()).filter(reason -> !reason.passing || view.hasProblemLasted()).isPresent();
    }

    /** The reason with the code of a refusal. */
    static Optional<InitialisationReason> of(String code) {
        return Arrays.stream(values()).filter(each -> each.word().equals(code)).findFirst();
    }

    @Override
    public Text text() {
        return text;
    }

    @Override
    public boolean variesByAttempt() {
        return passing;
    }
}
