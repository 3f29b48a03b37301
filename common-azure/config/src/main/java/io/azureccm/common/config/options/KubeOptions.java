package io.azureccm.common.config.options;

/**
 * How to access the Kubernetes API; strings are empty if not set.
 *
 * @param qps requests per second, negative for no limit
 */
public record KubeOptions(String kubeconfig, String master, double qps, int burst) {}
