package io.azureccm.common.config.loadbalancer;

import io.azureccm.common.config.key.Key;

/**
 * Settings of rules and addresses.
 *
 * @param maximumRuleCount rules that fit on one basic load balancer
 * @param ipTagMutation    allows the FirstPartyUsage tags of an existing public IP to be changed in place
 */
public record LoadBalancerRules(
        @Key(value = "disableOutboundSNAT", effect = "Load balancing rules provide no outbound connectivity for"
                + " nodes; only with loadBalancerSku standard") boolean disableOutboundSnat,
        @Key(value = "maximumLoadBalancerRuleCount", fallback = "250", effect = "Rules that fit on one basic load"
                + " balancer; 0 means the default") int maximumRuleCount,
        @Key(value = "enableIPTagMutationForExistingPublicIP", effect = "Allows the FirstPartyUsage tags of an"
                + " existing public IP to be changed in place") boolean ipTagMutation) {}
