package io.azureccm.credential.identity;

/**
 * A cloud of Azure.
 *
 * @param name as messages show it
 * @param signInHost URL of the sign-in service with a slash at its end
 * @param registrySuffix what names of its registries end in, as it was written: with or without a dot in front
 */
public record Cloud(String name, String signInHost, String registrySuffix) {
    static final Cloud PUBLIC = new Cloud("AzurePublicCloud", "https://login.microsoftonline.com/", "azurecr.io");
    static final Cloud CHINA = new Cloud("AzureChinaCloud", "https://login.chinacloudapi.cn/", "azurecr.cn");
    static final Cloud US_GOVERNMENT = new Cloud("AzureUSGovernmentCloud", "https://login.microsoftonline.us/",
            "azurecr.us");

    /** The suffix in small letters, without a dot in front. */
    public String bareSuffix() {
        String bare = registrySuffix.toLowerCase(java.util.Locale.ROOT);
        int from = 0;
        while (from < bare.length() && bare.charAt(from) == '.')
            from++;
        return bare.substring(from);
    }
}
