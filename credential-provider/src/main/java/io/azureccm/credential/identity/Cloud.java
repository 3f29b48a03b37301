package io.azureccm.credential.identity;

/**
 * An Azure cloud.
 *
 * @param name as shown in messages
 * @param signInHost URL of the sign-in service with a trailing slash
 * @param registrySuffix suffix of its registries' names, with or without a leading dot
 */
public record Cloud(String name, String signInHost, String registrySuffix) {
    static final Cloud PUBLIC = new Cloud("AzurePublicCloud", "https://login.microsoftonline.com/", "azurecr.io");
    static final Cloud CHINA = new Cloud("AzureChinaCloud", "https://login.chinacloudapi.cn/", "azurecr.cn");
    static final Cloud US_GOVERNMENT = new Cloud("AzureUSGovernmentCloud", "https://login.microsoftonline.us/",
            "azurecr.us");

    /** The suffix in lower case, without a leading dot. */
    public String bareSuffix() {
        String bare = registrySuffix.toLowerCase(java.util.Locale.ROOT);
        int from = 0;
        while (from < bare.length() && bare.charAt(from) == '.')
            from++;
        return bare.substring(from);
    }
}
