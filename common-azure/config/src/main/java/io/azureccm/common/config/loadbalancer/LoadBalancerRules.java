package io.azureccm.common.config.loadbalancer;

/**
 * Settings of rules and addresses.
 *
 * @param maximumRuleCount rules that fit on one basic load balancer
 * @param ipTagMutation    allows the FirstPartyUsage tags of an existing public IP to be changed in place
 */
public record LoadBalancerRules(boolean disableOutboundSnat, int maximumRuleCount, boolean ipTagMutation) {}
