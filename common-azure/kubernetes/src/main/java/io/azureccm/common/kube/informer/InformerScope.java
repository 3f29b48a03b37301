package io.azureccm.common.kube.informer;

/**
 * The objects an informer caches: those of one namespace (empty for all) that match the label and field selectors, in the
 * syntax of the Kubernetes API (empty for no selection).
 */
public record InformerScope(String namespace, String labelSelector, String fieldSelector) {
    public static final InformerScope ALL = new InformerScope("", "", "");

    public InformerScope inNamespace(String name) {
        return new InformerScope(name, labelSelector, fieldSelector);
    }

    public InformerScope withLabels(String selector) {
        return new InformerScope(namespace, selector, fieldSelector);
    }

    public InformerScope withFields(String selector) {
        return new InformerScope(namespace, labelSelector, selector);
    }
}
