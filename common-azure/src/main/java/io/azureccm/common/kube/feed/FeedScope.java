package io.azureccm.common.kube.feed;

/**
 * Which objects a feed holds: those of one namespace (empty for all), with labels and fields as selected, in the syntax of
 * the Kubernetes API (empty for no selection).
 */
public record FeedScope(String namespace, String labelSelector, String fieldSelector) {
    public static final FeedScope ALL = new FeedScope("", "", "");

    public FeedScope inNamespace(String name) {
        return new FeedScope(name, labelSelector, fieldSelector);
    }

    public FeedScope withLabels(String selector) {
        return new FeedScope(namespace, selector, fieldSelector);
    }

    public FeedScope withFields(String selector) {
        return new FeedScope(namespace, labelSelector, selector);
    }
}
