package io.azureccm.common.config.options;

import java.time.Duration;
import java.util.List;

/**
 * Authentication on the port; strings are empty if not set.
 *
 * @param kubeconfig   of the API that reviews tokens and has the config map; empty for the controller's own
 * @param clientCaFile CAs of client certificates; if set, those of the cluster are not looked up
 * @param skipLookup   whether the config map of the cluster is not read
 * @param tokenTtl     how long the result of a token review is cached
 */
public record AuthenticationOptions(String kubeconfig, String clientCaFile, FrontProxyOptions frontProxy,
        boolean skipLookup, Duration tokenTtl) {

    /**
     * A front proxy that names users in headers; if its CA file is set, that of the cluster is not looked up.
     *
     * @param allowedNames common names that its certificate may have; empty for any
     */
    public record FrontProxyOptions(String caFile, List<String> allowedNames, List<String> userHeaders,
            List<String> uidHeaders, List<String> groupHeaders, List<String> extraPrefixes) {

        public FrontProxyOptions {
            allowedNames = List.copyOf(allowedNames);
            userHeaders = List.copyOf(userHeaders);
            uidHeaders = List.copyOf(uidHeaders);
            groupHeaders = List.copyOf(groupHeaders);
            extraPrefixes = List.copyOf(extraPrefixes);
        }
    }
}
