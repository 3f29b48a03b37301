package io.azureccm.node.spec;

/** Labels, annotations and taints of Nodes that this controller reads or writes. */
public final class NodeKeys {
    /** Taint that keeps pods off the node until it is initialised, with any effect. */
    public static final String UNINITIALISED = "node.cloudprovider.kubernetes.io/uninitialized";
    /** Taint of a node whose machine is stopped. */
    public static final String SHUTDOWN = "node.cloudprovider.kubernetes.io/shutdown";
    /** Taint that makes Kubernetes detach volumes and delete pods of a node that is known to be off. */
    public static final String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";
    public static final String NO_SCHEDULE = "NoSchedule";
    public static final String NO_EXECUTE = "NoExecute";

    public static final String MANAGED = "kubernetes.azure.com/managed";
    public static final String RESOURCE_GROUP = "kubernetes.azure.com/resource-group";

    public static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
    public static final String ZONE = "topology.kubernetes.io/zone";
    public static final String REGION = "topology.kubernetes.io/region";
    public static final String BETA_INSTANCE_TYPE = "beta.kubernetes.io/instance-type";
    public static final String BETA_ZONE = "failure-domain.beta.kubernetes.io/zone";
    public static final String BETA_REGION = "failure-domain.beta.kubernetes.io/region";
    public static final String PHYSICAL_ZONE = "topology.kubernetes.azure.com/physical-zone";
    public static final String SUB_FAULT_DOMAIN = "topology.kubernetes.azure.com/sub-fault-domain";
    public static final String INTERCONNECT_GROUP = "topology.kubernetes.azure.com/interconnect-group";
    public static final String INTERCONNECT_SUBGROUP = "topology.kubernetes.azure.com/interconnect-subgroup";

    /** Annotation with the addresses given to the kubelet as {@code --node-ip}. */
    public static final String PROVIDED_IPS = "alpha.kubernetes.io/provided-node-ip";

    private NodeKeys() {}
}
